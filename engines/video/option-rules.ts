import { parseFilmTime } from '../../src/catalog/grammar/values.ts';
import { CROP_AREA, CROP_RULE, CROP_SIDES } from '../../src/catalog/options/crop.ts';
import { normalizeRules } from '../../src/catalog/options/normalize.ts';
import {
  conflict,
  excludeGroups,
  type Finding,
  type GivenOptions,
  has,
  noEffect,
  type OptionRule,
  present,
} from '../../src/catalog/rules.ts';

const EBU_OPTIONS = ['normalize_target_level_ebu', 'normalize_true_peak_ebu'];
const RATES = ['quality', 'crf', 'video_bitrate', 'file_size'];

/** What changes the picture, so that it cannot be copied. */
const CHANGES_PICTURE = [
  ...RATES,
  ...[
    'effort',
    'speed',
    'width',
    'height',
    'max_height',
    ...CROP_SIDES,
    ...CROP_AREA,
    'rotate',
    'flip',
    'fps',
    'denoise',
    'hdr',
  ],
  ...['deinterlace', 'subtitles'],
] as const;

/** What changes the sound, so that it cannot be copied. */
const CHANGES_SOUND = ['audio_bitrate', 'channels', 'frequency', 'speed', 'normalize'] as const;

/** Values by which these options change nothing. */
const HARMLESS: Readonly<Record<string, readonly unknown[]>> = {
  deinterlace: ['auto', 'never'],
  effort: ['balanced'],
  hdr: ['keep'],
  normalize: [false],
  speed: [1],
  subtitles: ['keep', 'none'],
};

/** What the options of video targets have to do with each other. */
export const RULES: readonly OptionRule[] = [
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
  {
    options: ['video_codec', ...CHANGES_PICTURE],
    text: 'video_codec copy keeps the picture as it is: options that change it do not go with it.',
    check: (given) => copies(given, 'video_codec', CHANGES_PICTURE),
  },
  {
    options: ['audio_codec', ...CHANGES_SOUND],
    text: 'audio_codec copy and none go with no option that changes the sound.',
    check: (given) => copies(given, 'audio_codec', CHANGES_SOUND),
  },
  CROP_RULE,
  ...normalizeRules(EBU_OPTIONS),
  {
    options: ['merge', 'soundtrack', 'seconds_per_picture'],
    text: 'soundtrack and seconds_per_picture are used only with merge.',
    check: (given) =>
      given.merge === true
        ? []
        : present(given, ['soundtrack', 'seconds_per_picture']).map((option) =>
            noEffect(option, 'it is used only with merge'),
          ),
  },
  {
    options: ['poster', 'cover'],
    text: 'poster and cover exclude each other.',
    check: (given) =>
      has(given, 'poster') && given.cover === true
        ? [conflict(['poster', 'cover'], 'choose a frame of the film or a picture as its cover')]
        : [],
  },
  {
    options: ['resize_handling', 'width', 'height'],
    text: 'resize_handling is used only with both width and height.',
    check: (given) =>
      has(given, 'resize_handling') && !(has(given, 'width') && has(given, 'height'))
        ? [noEffect('resize_handling', 'with one of width and height, or none, the picture keeps its proportions')]
        : [],
  },
  {
    options: ['max_height', 'width', 'height'],
    text: 'max_height is used only without width and height.',
    check: (given) =>
      has(given, 'max_height') && (has(given, 'width') || has(given, 'height'))
        ? [noEffect('max_height', 'width and height say how large the picture becomes')]
        : [],
  },
  {
    options: ['start', 'end'],
    text: 'end has to be after start.',
    check: checkEndAfterStart,
  },
];

function copies(given: GivenOptions, codec: string, changes: readonly string[]): Finding[] {
  const value = given[codec];
  // Without sound, speed still changes the picture.
  const against = present(given, changes).filter(
    (option) => !HARMLESS[option]?.includes(given[option]) && (value === 'copy' || option !== 'speed'),
  );
  const isFixed = value === 'copy' || value === 'none';
  if (!isFixed || against.length === 0) return [];
  const why = value === 'copy' ? 'what is copied cannot be changed' : 'without sound there is nothing to change';
  return [conflict([codec, ...against], why)];
}

function checkEndAfterStart(given: GivenOptions): Finding[] {
  const [start, end] = [has(given, 'start') ? secondsOf(given.start) : 0, secondsOf(given.end)];
  if (start === null || end === null || end > start) return [];
  const against = has(given, 'start') ? `start (${given.start})` : 'the beginning';
  return [conflict(['end', 'start'], `end (${given.end}) has to be after ${against}`)];
}

/** Null for an invalid time, which has its own error. */
export function secondsOf(value: unknown): number | null {
  if (typeof value !== 'string') return null;
  const parsed = parseFilmTime(value);
  return 'value' in parsed ? parsed.value : null;
}
