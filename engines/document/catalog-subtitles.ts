import type { OptionDefinitions } from '../../src/catalog/definition.ts';
import { PICTURE_SUBTITLES, SPEECH, SUBTITLES } from '../../src/catalog/format-sets.ts';
import { FRAME_RATES_PATTERN, parseFilmTime } from '../../src/catalog/grammar/values.ts';
import { COMMON_OPTIONS } from '../../src/catalog/options/common.ts';
import { FILM_TIME } from '../../src/catalog/options/film-time.ts';
import { LANGUAGE, LANGUAGE_STT } from '../../src/catalog/options/recognition.ts';
import { conflict, type OptionRule } from '../../src/catalog/rules.ts';

/** Which subtitles of a film are used. */
const SUBTITLE_TRACK = {
  subtitle_track: {
    type: 'integer',
    minimum: 1,
    maximum: 100,
    description:
      'Subtitle track of a video to extract, 1 for the first. Left out: the default track, otherwise the first; text before pictures. Not with language_stt.',
    'x-inputs': ['video'],
    example: 2,
  },
} as const satisfies OptionDefinitions;

/** Languages of subtitles that are pictures. */
const PICTURE_LANGUAGE = {
  language: {
    ...LANGUAGE.language,
    description:
      'Subtitles that are pictures (Blu-ray, DVD, DVB) only: languages to read them in, codes such as eng or deu, or script names such as script-Latin, joined by commas without spaces. Left out: the language that the track states.',
    'x-inputs': ['video', 'text', 'archive'],
    example: 'deu',
  },
} as const satisfies OptionDefinitions;

/** Changes of the times and lines of subtitles. */
const CHANGES = {
  shift: {
    type: 'number',
    minimum: -86_400,
    maximum: 86_400,
    description:
      'Seconds by which all subtitles are shown later, or earlier if below 0. Those that would end before the beginning are left out, with a warning.',
    'x-group': 'film',
    'x-order': 110,
    'x-unit': 's',
    example: -1.5,
  },
  stretch: {
    type: 'string',
    pattern: FRAME_RATES_PATTERN,
    format: 'frame-rates',
    description:
      'Fits subtitles to a film of another frame rate, as from:to: 25:23.976 for subtitles of a film with 25 frames per second and a film with 23.976. Before shift.',
    'x-group': 'film',
    'x-order': 120,
    example: '25:23.976',
  },
  start: {
    ...FILM_TIME,
    description:
      'Start of the part to keep, as HH:MM:SS or HH:MM:SS.mmm, after stretch and shift. Times then count from there. Left out: the beginning.',
    'x-group': 'film',
    'x-order': 130,
    'x-unit': 'hh:mm:ss',
    example: '00:01:30',
  },
  end: {
    ...FILM_TIME,
    description: 'End of the part to keep. Must be after start.',
    'x-group': 'film',
    'x-order': 140,
    'x-unit': 'hh:mm:ss',
    example: '00:02:00.500',
  },
  line_length: {
    type: 'integer',
    minimum: 10,
    maximum: 200,
    description:
      'Maximum number of characters in a line. Longer lines are wrapped at words, and a subtitle with more than two lines is divided into several. Left out: lines stay.',
    'x-order': 150,
    example: 42,
  },
  reading_speed: {
    type: 'number',
    minimum: 5,
    maximum: 50,
    description:
      'Maximum number of characters per second: subtitles are shown longer, into the pause after them. Those that stay faster are counted in a warning. Left out: ends stay.',
    'x-order': 160,
    example: 17,
  },
  encoding: {
    type: 'string',
    enum: [
      ...(['utf8', 'utf-16', 'cp1250', 'cp1251', 'cp1252', 'cp1253', 'cp1254', 'cp1255', 'cp1256', 'cp1257'] as const),
      ...(['cp1258', 'cp866', 'iso8859_2', 'iso8859_5', 'iso8859_7', 'koi8_r', 'sjis', 'euc_jp', 'gbk'] as const),
      ...(['big5', 'euc_kr', 'tis620'] as const),
    ],
    description: 'Character encoding of subtitle files. Left out: recognised, with a warning if it is a guess.',
    'x-inputs': ['text'],
    example: 'cp1251',
  },
  frame_rate: {
    type: 'number',
    minimum: 1,
    maximum: 240,
    description:
      'MicroDVD only, which counts in frames: frames per second. Left out: as the file says, otherwise 23.976, with a warning.',
    'x-inputs': ['text'],
    'x-unit': 'fps',
    example: 25,
  },
} as const satisfies OptionDefinitions;

/** Options for formats that have times of words. */
const WORD_TIMES = {
  word_times: {
    type: 'boolean',
    default: false,
    description:
      'Writes the time of every word into each subtitle, so that players can show words as they are spoken. If the speech model gives no word times, they are estimated, with a warning.',
    'x-group': 'recognition',
  },
} as const satisfies OptionDefinitions;

const OPTIONS = { ...SUBTITLE_TRACK, ...PICTURE_LANGUAGE, ...CHANGES, ...LANGUAGE_STT, ...COMMON_OPTIONS } as const;
const WITH_WORDS = {
  ...SUBTITLE_TRACK,
  ...PICTURE_LANGUAGE,
  ...WORD_TIMES,
  ...CHANGES,
  ...LANGUAGE_STT,
  ...COMMON_OPTIONS,
} as const;

/** Films are read for the subtitles that they hold. */
const READS = [{ kinds: ['video'], formats: [...SUBTITLES, ...PICTURE_SUBTITLES] }, SPEECH] as const;

/** The targets of subtitles. */
export const SUBTITLE_TARGETS = {
  srt: { id: 862, options: OPTIONS, reads: READS },
  vtt: { id: 863, options: WITH_WORDS, reads: READS },
  ass: { id: 864, options: WITH_WORDS, reads: READS },
  ttml: { id: 865, options: OPTIONS, reads: READS },
  lrc: { id: 866, options: WITH_WORDS, reads: READS },
  cues: { id: 867, options: WITH_WORDS, reads: READS },
} as const;

export const SUBTITLE_ALIASES = { dfxp: 'ttml', ssa: 'ass', subrip: 'srt', webvtt: 'vtt' } as const;

const seconds = (value: unknown): number | null => {
  const parsed = typeof value === 'string' ? parseFilmTime(value) : null;
  return parsed !== null && 'value' in parsed ? parsed.value : null;
};

export const SUBTITLE_RULES: readonly OptionRule[] = [
  {
    options: ['start', 'end'],
    text: 'end has to be after start.',
    check: ({ start, end }) => {
      const [from, until] = [seconds(start) ?? 0, seconds(end)];
      return until === null || until > from
        ? []
        : [
            conflict(
              ['end', 'start'],
              `end (${end}) has to be after ${start === undefined ? 'the beginning' : `start (${start})`}`,
            ),
          ];
    },
  },
];
