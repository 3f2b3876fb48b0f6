import type { OptionDefinitions } from '../definition.ts';
import { has, noEffect, type OptionRule, present } from '../rules.ts';

/** Ways to change the shape of a picture. */
export const RESIZE_HANDLINGS = [
  'stretch',
  'keep_aspect_ratio_fill_black',
  'keep_aspect_ratio_fill_white',
  'keep_aspect_ratio_fill_blurred',
  'keep_aspect_ratio_crop',
] as const;

export const RESIZE_HANDLING =
  'What to do when the new size has another shape: distort the picture, keep its shape and fill the rest, or keep its shape and cut off what sticks out.';

/** Options that resize a picture, for the category image and for others that use it. */
export const SIZE_OPTIONS = {
  width: {
    type: 'number',
    minimum: 1,
    maximum: 200000,
    description: 'Width of the result in the unit of resize_by. Ignored with aspect_ratio.',
    'x-group': 'size',
    'x-order': 10,
    'x-unit': 'px',
    'x-unit-option': 'resize_by',
    example: 1600,
  },
  height: {
    type: 'number',
    minimum: 1,
    maximum: 200000,
    description: 'Height of the result in the unit of resize_by. Ignored with aspect_ratio.',
    'x-group': 'size',
    'x-order': 20,
    'x-unit': 'px',
    'x-unit-option': 'resize_by',
    example: 1200,
  },
  resize_by: {
    type: 'string',
    enum: ['px', 'perc', 'inches', 'cm', 'mm'],
    description:
      'Unit of width and height: pixels, percent of the source, inches, centimetres or millimetres at the dpi.',
    'x-group': 'size',
    example: 'px',
  },
  aspect_ratio: {
    type: 'string',
    pattern: '^(?=0*[1-9])[0-9]{1,6}:(?=0*[1-9])[0-9]{1,6}$',
    format: 'aspect-ratio',
    description: 'Shape of the result as width:height. width and height are ignored with it.',
    'x-group': 'size',
    example: '16:9',
  },
  resize_handling: {
    type: 'string',
    enum: [...RESIZE_HANDLINGS, 'keep_aspect_ratio_fill_transparent'],
    default: 'stretch',
    description: RESIZE_HANDLING,
    'x-group': 'size',
  },
  dpi: {
    type: 'integer',
    minimum: 10,
    maximum: 1200,
    description: 'DPI written into the result; also used to convert physical units of width and height to pixels.',
    'x-group': 'size',
    'x-unit': 'dpi',
    example: 300,
  },
} as const satisfies OptionDefinitions;

export const SHAPE_RULE: OptionRule = {
  options: ['aspect_ratio', 'width', 'height'],
  text: 'width and height are ignored with aspect_ratio.',
  check: (given) =>
    has(given, 'aspect_ratio')
      ? present(given, ['width', 'height']).map((option) => noEffect(option, 'it is ignored with aspect_ratio'))
      : [],
};
