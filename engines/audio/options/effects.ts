import type { OptionDefinitions } from '../../../src/catalog/definition.ts';
import { VOLUME } from '../../../src/catalog/options/volume.ts';

/** Options for how the sound plays. */
export const EFFECTS = {
  speed: {
    type: 'number',
    minimum: 0.25,
    maximum: 4,
    description: 'How fast the sound plays, at the same pitch: 2 is twice as fast, 0.5 half as fast.',
    'x-group': 'film',
    'x-order': 80,
    example: 1.25,
  },
  ...VOLUME,
  fade_in: {
    type: 'number',
    minimum: 0,
    maximum: 60,
    description: 'Seconds over which the sound fades in at the start.',
    'x-group': 'loudness',
    'x-unit': 's',
    example: 2,
  },
  fade_out: {
    type: 'number',
    minimum: 0,
    maximum: 60,
    description: 'Seconds over which the sound fades out at the end.',
    'x-group': 'loudness',
    'x-unit': 's',
    example: 3,
  },
} as const satisfies OptionDefinitions;
