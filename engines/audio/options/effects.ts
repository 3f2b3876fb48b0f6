import type { OptionDefinitions } from '../../../src/catalog/definition.ts';

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
  volume: {
    type: 'number',
    minimum: 1,
    maximum: 1000,
    description:
      'Volume of the result in percent of that of the source: 50 is half the amplitude, 200 twice. Peaks that would become too high are limited.',
    'x-group': 'loudness',
    'x-unit': '%',
    example: 150,
  },
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
