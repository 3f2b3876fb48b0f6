import type { OptionDefinitions } from '../definition.ts';

/** Color for black-and-white pictures, by a model. */
export const COLORIZE = {
  colorize_model_name: {
    type: 'string',
    enum: ['generic', 'nature_people'],
    description: 'Adds color to a black-and-white picture, by a model for any picture or for landscapes and people.',
    'x-group': 'colour',
  },
  colorize_render_factor: {
    type: 'integer',
    minimum: 7,
    maximum: 40,
    description: 'Resolution at which the model adds color: lower is more vivid, higher is more detailed.',
    'x-group': 'colour',
    example: 35,
  },
} as const satisfies OptionDefinitions;
