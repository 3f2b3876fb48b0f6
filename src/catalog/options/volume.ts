import type { OptionDefinitions } from '../definition.ts';

export const VOLUME = {
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
} as const satisfies OptionDefinitions;
