import type { OptionDefinitions } from '../definition.ts';
import { TEXT_LINES_PATTERN } from '../grammar/texts.ts';

/** A text over pictures and films. */
export const WATERMARK = {
  watermark: {
    type: 'string',
    minLength: 1,
    maxLength: 200,
    pattern: TEXT_LINES_PATTERN,
    format: 'text-lines',
    description:
      'Text to write across the picture from the lower left to the upper right, so that the picture shows through. A line break starts a new line.',
    'x-group': 'stamp',
    example: 'DRAFT',
  },
} as const satisfies OptionDefinitions;
