import type { OptionDefinitions } from '../../../src/catalog/definition.ts';
import { NORMALIZE_OPTIONS, normalizeRules } from '../../../src/catalog/options/normalize.ts';
import { excludeGroups, type OptionRule } from '../../../src/catalog/rules.ts';
import { MERGING } from './merging.ts';

const EBU_OPTIONS = ['normalize_target_level_ebu', 'normalize_true_peak_ebu'];
/** Options that limit the bits of the picture. */
export const RATES = ['quality', 'crf', 'video_bitrate', 'file_size'];

const { normalize_loudness_range_target_ebu: _, ...LOUDNESS } = NORMALIZE_OPTIONS;

/** Additional options of films. */
export const FILM_OPTIONS = {
  ...MERGING,
  quality: {
    type: 'integer',
    minimum: 1,
    maximum: 100,
    description:
      'Visual quality, on the same scale for all codecs: 90 is hard to distinguish from the source, 75 is good, 50 shows losses. Left out: 75.',
    'x-order': 30,
    example: 75,
  },
  crf: {
    type: 'integer',
    minimum: 0,
    maximum: 63,
    description:
      "The encoder's own constant rate factor instead of quality: lower is better. h264 and h265 have 0 to 51, vp8, vp9 and av1 0 to 63.",
    'x-group': 'film',
    example: 23,
  },
  video_bitrate: {
    type: 'integer',
    minimum: 16,
    maximum: 300_000,
    description:
      'Average bitrate of the picture in kbit/s instead of quality. Encoded in two passes where the codec has them.',
    'x-group': 'film',
    'x-unit': 'kbit/s',
    example: 2500,
  },
  file_size: {
    type: 'string',
    pattern: '^[0-9]{1,10}(\\.[0-9]{1,3})? ?([kKmMgG][iI]?)?[bB]?$',
    format: 'file-size',
    description:
      'Maximum size of the result, such as 16MB; bitrates are chosen accordingly. A warning says if that is not possible.',
    'x-order': 50,
    example: '16MB',
  },
  effort: {
    type: 'string',
    enum: ['fast', 'balanced', 'small'],
    default: 'balanced',
    description: 'How long the encoder searches: fast makes larger files, small takes several times as long.',
    'x-group': 'film',
  },
  audio_bitrate: {
    type: 'integer',
    minimum: 16,
    maximum: 640,
    description: 'Bitrate of the sound in kbit/s, for lossy codecs. Left out: 64 per channel, 80 for mono.',
    'x-group': 'sound',
    'x-order': 120,
    'x-unit': 'kbit/s',
    example: 128,
  },
  channels: {
    type: 'string',
    enum: ['stereo', 'mono'],
    description: 'Number of channels of the sound. Left out: those of the source, where the codec has them.',
    'x-group': 'sound',
  },
  frequency: {
    type: 'integer',
    enum: [8000, 11025, 16000, 22050, 24000, 32000, 44100, 48000, 96000],
    description: 'Sample rate of the sound in Hz. Left out: that of the source, where the codec has it.',
    'x-group': 'sound',
    'x-unit': 'Hz',
    example: 48000,
  },
  ...LOUDNESS,
  hdr: {
    type: 'string',
    enum: ['keep', 'sdr'],
    description:
      'What to do with a high dynamic range: keep it (h265, av1, vp9 and prores), or convert it to the standard range. Left out: keep, if the codec supports it.',
    'x-group': 'colour',
  },
  strip_metadata: {
    type: 'boolean',
    default: false,
    description: 'Removes title, location, date, chapters and other metadata.',
    'x-group': 'clean',
  },
} as const satisfies OptionDefinitions;

export const FILM_RULES: readonly OptionRule[] = [
  {
    options: RATES,
    text: 'quality, crf, video_bitrate and file_size exclude each other.',
    check: (given) =>
      excludeGroups(
        given,
        RATES.map((option) => [option]),
        'choose one way to say how much the picture may take',
      ),
  },
  ...normalizeRules(EBU_OPTIONS),
];
