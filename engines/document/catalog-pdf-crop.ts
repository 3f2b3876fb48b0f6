import type { OptionDefinitions } from '../../src/catalog/definition.ts';
import { conflict, has, noEffect, type OptionRule, present } from '../../src/catalog/rules.ts';

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
    'x-also': 'an area such as 400x300+20+20 in points: width x height + x + y',
    example: 'trim',
  },
  crop_top: { ...LENGTH, description: SIDE('top') },
  crop_bottom: { ...LENGTH, description: SIDE('bottom') },
  crop_left: { ...LENGTH, description: SIDE('left') },
  crop_right: { ...LENGTH, description: SIDE('right') },
  crop_width: {
    ...LENGTH,
    minimum: 1,
    description:
      'Width of the area to keep, in crop_unit, which begins at crop_left; cut at the edge of the page. Instead of crop_right.',
    example: 100,
  },
  crop_height: {
    ...LENGTH,
    minimum: 1,
    description:
      'Height of the area to keep, in crop_unit, which begins at crop_top; cut at the edge of the page. Instead of crop_bottom.',
    example: 100,
  },
  crop_unit: {
    type: 'string',
    enum: ['mm', 'cm', 'in', 'pt'],
    description: 'Unit of the other crop options: millimetres (default), centimetres, inches or points (1/72 inch).',
    'x-group': 'crop',
  },
} as const satisfies OptionDefinitions;

const LENGTHS = ['crop_top', 'crop_bottom', 'crop_left', 'crop_right', 'crop_width', 'crop_height'];
const OPPOSITE = [
  ['crop_width', 'crop_right'],
  ['crop_height', 'crop_bottom'],
] as const;

export const CROP_RULES: readonly OptionRule[] = [
  {
    options: ['crop_unit', ...LENGTHS],
    text: 'crop_unit is used only with the crop options that are lengths.',
    check: (given) =>
      has(given, 'crop_unit') && present(given, LENGTHS).length === 0
        ? [noEffect('crop_unit', `it is used only with ${LENGTHS.join(', ')}`)]
        : [],
  },
  {
    options: LENGTHS,
    text: 'crop_width goes not with crop_right, and crop_height not with crop_bottom.',
    check: (given) =>
      OPPOSITE.filter((pair) => pair.every((option) => has(given, option))).map((pair) =>
        conflict(pair, 'both say where the area to keep ends'),
      ),
  },
];
