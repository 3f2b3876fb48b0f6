import type { OptionDefinitions } from '../../src/catalog/definition.ts';
import { has, noEffect, type OptionRule, present } from '../../src/catalog/rules.ts';

const SIDE = (side: string) =>
  `Cuts this much off the ${side} of each page as it is seen, in crop_unit. What is cut off is hidden, not removed from the file.`;

const LENGTH = {
  type: 'number',
  minimum: 0,
  maximum: 14400,
  'x-group': 'crop',
  'x-unit': 'mm',
  'x-unit-option': 'crop_unit',
  example: 10,
} as const;

/** Options for how much of its pages a PDF shows. */
export const CROP_OPTIONS = {
  crop: {
    type: 'string',
    enum: ['media', 'bleed', 'trim', 'art'],
    description:
      'Crops each page to one of the boxes that printers use: media is the whole sheet; bleed, trim and art are smaller. Pages without that box stay as they are. Content outside the box is hidden, not removed.',
    'x-group': 'crop',
    example: 'trim',
  },
  crop_top: { ...LENGTH, description: SIDE('top') },
  crop_bottom: { ...LENGTH, description: SIDE('bottom') },
  crop_left: { ...LENGTH, description: SIDE('left') },
  crop_right: { ...LENGTH, description: SIDE('right') },
  crop_unit: {
    type: 'string',
    enum: ['mm', 'cm', 'in', 'pt'],
    description:
      'Unit of crop_top, crop_bottom, crop_left and crop_right: millimetres (default), centimetres, inches or points (1/72 inch).',
    'x-group': 'crop',
  },
} as const satisfies OptionDefinitions;

const SIDES = ['crop_top', 'crop_bottom', 'crop_left', 'crop_right'];

export const CROP_RULE: OptionRule = {
  options: ['crop_unit', ...SIDES],
  text: 'crop_unit is used only with crop_top, crop_bottom, crop_left or crop_right.',
  check: (given) =>
    has(given, 'crop_unit') && present(given, SIDES).length === 0
      ? [noEffect('crop_unit', 'it is used only with crop_top, crop_bottom, crop_left or crop_right')]
      : [],
};
