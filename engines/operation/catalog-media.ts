import type { OptionDefinitions } from '../../src/catalog/definition.ts';
import { LANGUAGE_TAG_PATTERN } from '../../src/catalog/grammar/books.ts';
import { COMMON_OPTIONS } from '../../src/catalog/options/common.ts';
import { FILM_TIME } from '../../src/catalog/options/film-time.ts';
import { VOLUME } from '../../src/catalog/options/volume.ts';
import { excludeGroups, type OptionRule } from '../../src/catalog/rules.ts';

/** Which part of a film is used. */
const PART = {
  start_video: {
    ...FILM_TIME,
    description: 'Where the part of the video starts, as HH:MM:SS or HH:MM:SS.mmm. Left out: at the beginning.',
    example: '00:01:30.000',
  },
  end_video: {
    ...FILM_TIME,
    description: 'Where the part of the video ends. Has to be after start_video. Left out: at the end.',
    example: '00:02:00.500',
  },
} as const satisfies OptionDefinitions;

export const VIDEO_TO_IMAGE = {
  target_format: {
    type: 'string',
    enum: ['bmp', 'eps', 'exr', 'gif', 'ico', 'jpg', 'png', 'svg', 'tiff', 'tga', 'wbmp', 'webp'],
    default: 'jpg',
    description: 'Format of the pictures.',
  },
  images_per_time_unit: {
    type: 'integer',
    minimum: 1,
    maximum: 60,
    default: 1,
    description: 'How many frames of each time_unit are taken, at even distances; no frame twice.',
  },
  time_unit: {
    type: 'string',
    enum: ['second', 'minute', 'hour'],
    default: 'second',
    description: 'The unit of images_per_time_unit.',
  },
  keyframes_only: {
    type: 'boolean',
    default: false,
    description: 'Takes only frames that the video stores whole, at most images_per_time_unit of them.',
  },
  ...PART,
  ...COMMON_OPTIONS,
} as const satisfies OptionDefinitions;

export const CUT_VIDEO = {
  length: {
    type: 'integer',
    minimum: 1,
    maximum: 14_400,
    description: 'Splits the video into parts of so many seconds; the last may be shorter.',
    'x-unit': 's',
    example: 60,
  },
  number_of_parts: {
    type: 'integer',
    minimum: 2,
    maximum: 100,
    description: 'Splits the video into so many parts of equal length.',
    example: 3,
  },
  cut_points: {
    type: 'array',
    maxItems: 100,
    items: {
      type: 'object',
      properties: {
        start: { ...FILM_TIME, description: 'Where the part starts, as HH:MM:SS or HH:MM:SS.mmm.' },
        end: { ...FILM_TIME, description: 'Where the part ends. Has to be after start.' },
      },
      required: ['start', 'end'],
    },
    description: 'The parts to keep, each as a file. Instead of length and number_of_parts.',
    example: [{ start: '00:00:05.000', end: '00:00:10.500' }],
  },
  ...PART,
  ...COMMON_OPTIONS,
} as const satisfies OptionDefinitions;

export const EXTRACT_STREAMS = {
  stream: {
    type: 'string',
    enum: ['all', 'audio', 'video', 'subtitle'],
    default: 'all',
    description: 'Which streams are extracted, each into a file of its own.',
  },
  ...COMMON_OPTIONS,
} as const satisfies OptionDefinitions;

const INPUT_ID = { type: 'string', maxLength: 100, description: 'Id of the input.' } as const;

export const MERGE_STREAMS = {
  video_format: {
    type: 'string',
    enum: ['avi', 'flv', 'mkv', 'mov', 'mp4', 'mpg', 'ogv', 'webm', 'wmv'],
    default: 'mp4',
    example: 'mkv',
    description: 'Format of the result. mkv holds all streams as they are; others may need some of them encoded again.',
  },
  keep_original_audio: {
    type: 'boolean',
    default: false,
    description: 'Keeps the sound of the video next to that of the audio inputs, which otherwise replace it.',
  },
  input_filters: {
    type: 'array',
    maxItems: 100,
    items: {
      type: 'object',
      properties: {
        input_id: INPUT_ID,
        volume: {
          type: 'number',
          minimum: 1,
          maximum: 1000,
          description: 'Volume in percent: 50 is half the amplitude.',
          'x-unit': '%',
        },
      },
      required: ['input_id', 'volume'],
    },
    description: 'Changes the volume of the sound of single inputs.',
    example: [{ input_id: 'b1d6a6a4-90f3-4a38-8e0e-4a2f5e7f0c11', volume: 50 }],
  },
  metadata: {
    type: 'array',
    maxItems: 100,
    items: {
      type: 'object',
      properties: {
        input_id: INPUT_ID,
        language: {
          type: 'string',
          format: 'language-tag',
          pattern: LANGUAGE_TAG_PATTERN,
          maxLength: 35,
          description: 'Language of its sound or subtitles: a code of two or three letters, such as eng or de.',
        },
        title: { type: 'string', maxLength: 200, description: 'Name of its streams, as players show it.' },
      },
      required: ['input_id'],
    },
    description: 'What players show of the streams of single inputs.',
    example: [{ input_id: 'b1d6a6a4-90f3-4a38-8e0e-4a2f5e7f0c11', language: 'eng' }],
  },
  ...COMMON_OPTIONS,
} as const satisfies OptionDefinitions;

export const AUDIO_VOLUME = { ...VOLUME, ...COMMON_OPTIONS } as const satisfies OptionDefinitions;

export const COMPARE_VIDEO = {
  method: {
    type: 'string',
    enum: ['psnr', 'ssim'],
    default: 'ssim',
    description:
      'What is measured of each frame: structural similarity (ssim, 1 is alike), or signal to noise in dB (psnr).',
  },
  ...COMMON_OPTIONS,
} as const satisfies OptionDefinitions;

const CUTS = ['cut_points', 'length', 'number_of_parts'] as const;

/** Rules between the options of these targets. */
export const MEDIA_RULES: readonly OptionRule[] = [
  {
    options: CUTS,
    text: 'cut_points, length and number_of_parts exclude each other; start_video and end_video do not go with cut_points.',
    check: (given) => [
      ...excludeGroups(
        given,
        CUTS.map((option) => [option]),
        'choose one way to cut',
      ),
      ...excludeGroups(given, [['cut_points'], ['start_video', 'end_video']], 'cut_points count from the beginning'),
    ],
  },
];
