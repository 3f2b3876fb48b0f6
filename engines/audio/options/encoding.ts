import type { OptionDefinitions } from '../../../src/catalog/definition.ts';
import { conflict, excludeGroups, has, type OptionRule } from '../../../src/catalog/rules.ts';

/** Bitrate set B1, kbit/s. */
export const B1 = [6, 8, 12, 16, 24, 32, 48, 56, 64, 96, 112, 128, 160, 192, 224, 256, 320] as const;

/** Frequency set F1, Hz. */
const F1 = [1000, 8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000, 64000, 88200, 96000] as const;

/* Options of several targets, each with values of its own. */

export const FREQUENCY = {
  type: 'integer',
  description: 'Sample rate of the result in Hz. Left out: that of the source, where the format has it.',
  'x-group': 'sound',
  'x-unit': 'Hz',
} as const;

export const BITRATE = {
  type: 'integer',
  description: 'Bitrate of the result in kbit/s: higher sounds better and takes more space.',
  'x-group': 'sound',
  'x-order': 120,
  'x-unit': 'kbit/s',
} as const;

export const CODEC = {
  type: 'string',
  description: 'Codec inside the file. copy keeps the audio of the source as it is, where the format can hold it.',
  'x-group': 'sound',
  'x-order': 110,
} as const;

export const FREQUENCY_F1 = {
  frequency: { ...FREQUENCY, enum: F1, example: 44100 },
} as const satisfies OptionDefinitions;

export const BITRATE_B1 = {
  audio_bitrate: { ...BITRATE, enum: B1, example: 192 },
} as const satisfies OptionDefinitions;

export const BIT_DEPTH = {
  audio_bitdepth: {
    type: 'integer',
    enum: [8, 16, 24, 32],
    description: 'Bits of each sample. Left out: those of the source, where the format has them.',
    'x-group': 'sound',
    'x-unit': 'bit',
    example: 16,
  },
} as const satisfies OptionDefinitions;

export const M4_CODEC = {
  audio_codec: {
    ...CODEC,
    enum: ['aac', 'heaac1', 'heaac2', 'alac', 'copy'],
    example: 'aac',
  },
} as const satisfies OptionDefinitions;

/** Sample rates and bitrates of AC-3 and E-AC-3 (ATSC A/52). */
export const DOLBY = {
  frequency: { ...FREQUENCY, enum: [32000, 44100, 48000], example: 48000 },
  audio_bitrate: {
    ...BITRATE,
    enum: [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640],
    example: 448,
  },
} as const satisfies OptionDefinitions;

export const CHANNELS = {
  channels: {
    type: 'string',
    enum: ['stereo', 'mono'],
    description:
      'Number of channels: stereo (2) or mono (1). Left out: those of the source, where the format has them.',
    'x-group': 'sound',
  },
} as const satisfies OptionDefinitions;

export const ENCODING_RULES: readonly OptionRule[] = [
  {
    options: ['audio_bitrate', 'audio_vbr'],
    text: 'audio_bitrate (constant) and audio_vbr (variable) exclude each other.',
    check: (given) =>
      excludeGroups(given, [['audio_bitrate'], ['audio_vbr']], 'choose a constant or a variable bitrate'),
  },
  {
    options: ['audio_vbr', 'audio_codec'],
    text: 'audio_vbr works with audio_codec vorbis only, which is also taken when no codec is given.',
    check: (given) =>
      has(given, 'audio_vbr') && has(given, 'audio_codec') && given.audio_codec !== 'vorbis'
        ? [conflict(['audio_vbr', 'audio_codec'], 'audio_vbr works with audio_codec vorbis only')]
        : [],
  },
];
