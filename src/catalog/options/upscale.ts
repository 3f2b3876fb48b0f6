import type { OptionDefinitions } from '../definition.ts';

/** More pixels, by a model. */
export const UPSCALE = {
  upscale_factor: {
    type: 'integer',
    enum: [2, 4],
    description: 'Enlarges the picture so many times, with details that a model adds.',
    'x-group': 'size',
    example: 2,
  },
} as const satisfies OptionDefinitions;
