import type { OptionDefinitions } from '../definition.ts';
import { has, noEffect, type OptionRule, present } from '../rules.ts';

/** Loudness options for the category audio and for the sound of films. */
export const NORMALIZE_OPTIONS = {
  normalize: {
    type: 'boolean',
    default: false,
    description: 'Brings the loudness to a target level, chosen by the other normalize options.',
    'x-group': 'loudness',
    'x-order': 150,
  },
  normalize_type: {
    type: 'string',
    enum: ['ebu', 'rms', 'peak'],
    description:
      'What is measured: ebu is the perceived loudness (EBU R128), rms the average level, peak the highest sample.',
    'x-group': 'loudness',
  },
  normalize_target_level: {
    type: 'integer',
    minimum: -99,
    maximum: 0,
    description: 'Level to reach in dB, for normalize_type rms and peak. Ignored with ebu.',
    'x-group': 'loudness',
    'x-unit': 'dB',
    example: -3,
  },
  normalize_target_level_ebu: {
    type: 'number',
    minimum: -70,
    maximum: -5,
    description: 'Loudness to reach in LUFS. Ignored unless normalize_type is ebu.',
    'x-group': 'loudness',
    'x-unit': 'LUFS',
    example: -23,
  },
  normalize_loudness_range_target_ebu: {
    type: 'number',
    minimum: 1,
    maximum: 50,
    description:
      'Loudness range to reach in LU: the distance between quiet and loud parts. Ignored unless normalize_type is ebu.',
    'x-group': 'loudness',
    'x-unit': 'LU',
    example: 7,
  },
  normalize_true_peak_ebu: {
    type: 'number',
    minimum: -9,
    maximum: 0,
    description: 'Highest true peak allowed in dBTP. Ignored unless normalize_type is ebu.',
    'x-group': 'loudness',
    'x-unit': 'dBTP',
    example: -2,
  },
} as const satisfies OptionDefinitions;

/** Rules between the normalize options. */
export const NORMALIZE_RULES: readonly OptionRule[] = normalizeRules([
  'normalize_target_level_ebu',
  'normalize_loudness_range_target_ebu',
  'normalize_true_peak_ebu',
]);

/** Returns the rules for targets that have only these options for normalize_type ebu. */
export function normalizeRules(ebu: readonly string[]): OptionRule[] {
  return [
    {
      options: ['normalize', 'normalize_type', 'normalize_target_level', ...ebu],
      text: 'The other normalize options are used only with normalize.',
      check: (given) =>
        given.normalize === true
          ? []
          : present(given, ['normalize_type', 'normalize_target_level', ...ebu]).map((option) =>
              noEffect(option, 'it is used only with normalize'),
            ),
    },
    {
      options: ['normalize_type', 'normalize_target_level'],
      text: 'normalize_target_level is ignored when normalize_type is ebu.',
      check: (given) =>
        has(given, 'normalize_target_level') && given.normalize_type === 'ebu'
          ? [noEffect('normalize_target_level', 'normalize_type ebu uses normalize_target_level_ebu')]
          : [],
    },
    {
      options: ['normalize_type', ...ebu],
      text: 'The normalize options that end in _ebu are ignored unless normalize_type is ebu.',
      check: (given) =>
        given.normalize_type === 'rms' || given.normalize_type === 'peak'
          ? present(given, ebu).map((option) => noEffect(option, 'it is used only when normalize_type is ebu'))
          : [],
    },
  ];
}
