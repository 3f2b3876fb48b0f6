import type { OptionDefinitions } from '../../../src/catalog/definition.ts';
import { has, noEffect, type OptionRule } from '../../../src/catalog/rules.ts';
import { PART } from './part.ts';

/** Options for how a sound is drawn. */
export const WAVEFORM = {
  waveform_format: {
    type: 'string',
    enum: ['png', 'svg', 'json'],
    default: 'png',
    description:
      'png: a picture with a transparent background; svg: a drawing; json: the peaks as audiowaveform writes them.',
    'x-group': 'sound',
  },
  waveform_width: {
    type: 'integer',
    minimum: 16,
    maximum: 4096,
    default: 1200,
    description: 'Width in pixels, which is also the maximum number of peak pairs.',
    'x-group': 'sound',
    'x-unit': 'px',
    example: 1200,
  },
  waveform_height: {
    type: 'integer',
    minimum: 16,
    maximum: 1024,
    default: 240,
    description: 'Height in pixels. No effect on json.',
    'x-group': 'sound',
    'x-unit': 'px',
    example: 240,
  },
  ...PART,
} as const satisfies OptionDefinitions;

export const WAVEFORM_RULES: readonly OptionRule[] = [
  {
    options: ['waveform_height', 'waveform_format'],
    text: 'waveform_height has no effect on waveform_format json.',
    check: (given) =>
      has(given, 'waveform_height') && given.waveform_format === 'json'
        ? [noEffect('waveform_height', 'waveform_format json lists peaks, which have no height')]
        : [],
  },
];
