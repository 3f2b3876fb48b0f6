import type { OptionDefinitions } from '../../../src/catalog/definition.ts';
import { has, noEffect, type OptionRule } from '../../../src/catalog/rules.ts';

export const SILENCE = {
  trim_silence: {
    type: 'boolean',
    description:
      'Removes silence at the beginning and at the end: audio that stays below silence_threshold for at least 0.05 seconds.',
    'x-group': 'loudness',
  },
  remove_silence: {
    type: 'number',
    minimum: 0.05,
    maximum: 60,
    description: 'Removes all silence, also within the audio, that lasts at least this many seconds.',
    'x-group': 'clean',
    example: 1.5,
  },
  silence_threshold: {
    type: 'number',
    minimum: -90,
    maximum: -10,
    description:
      'Level of silence for trim_silence and remove_silence: audio that stays below it, in dB relative to full scale. Left out: -50.',
    example: -40,
  },
} as const satisfies OptionDefinitions;

export const SILENCE_RULES: readonly OptionRule[] = [
  {
    options: ['silence_threshold', 'trim_silence', 'remove_silence'],
    text: 'silence_threshold is used only with trim_silence or remove_silence.',
    check: (given) =>
      has(given, 'silence_threshold') && given.trim_silence !== true && !has(given, 'remove_silence')
        ? [noEffect('silence_threshold', 'it is used only with trim_silence or remove_silence')]
        : [],
  },
];
