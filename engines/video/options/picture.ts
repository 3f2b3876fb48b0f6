import type { OptionDefinitions } from '../../../src/catalog/definition.ts';
import { parseFilmTime } from '../../../src/catalog/grammar/values.ts';
import { CROP_RULE, cropOptions } from '../../../src/catalog/options/crop.ts';
import { FILM_TIME } from '../../../src/catalog/options/film-time.ts';
import { RESIZE_HANDLING, RESIZE_HANDLINGS } from '../../../src/catalog/options/picture-size.ts';
import { FLIP, ROTATE } from '../../../src/catalog/options/turn.ts';
import { WATERMARK } from '../../../src/catalog/options/watermark.ts';
import {
  conflict,
  type Finding,
  type GivenOptions,
  has,
  noEffect,
  type OptionRule,
} from '../../../src/catalog/rules.ts';

const LENGTH = { type: 'integer', minimum: 16, maximum: 8192 } as const;
const DISTANCE = { type: 'integer', minimum: 0, maximum: 8176 } as const;

/** Options of films and of moving pictures: which part is kept, and how it looks. */
export const PICTURE_OPTIONS = {
  start: {
    ...FILM_TIME,
    description: 'Start of the part to keep, as HH:MM:SS or HH:MM:SS.mmm. Left out: the beginning.',
    'x-order': 130,
    'x-unit': 'hh:mm:ss',
    example: '00:01:30',
  },
  end: {
    ...FILM_TIME,
    description: 'End of the part to keep. Must be after start.',
    'x-order': 140,
    'x-unit': 'hh:mm:ss',
    example: '00:02:00.500',
  },
  speed: {
    type: 'number',
    minimum: 0.25,
    maximum: 4,
    description: 'Plays faster (above 1) or slower (below 1); the sound keeps its pitch.',
    'x-group': 'film',
    'x-order': 80,
    example: 2,
  },
  width: {
    ...LENGTH,
    description: 'Width of the result in pixels. Alone: the height follows.',
    'x-group': 'size',
    'x-order': 10,
    'x-unit': 'px',
    example: 1280,
  },
  height: {
    ...LENGTH,
    description: 'Height of the result in pixels. Alone: the width follows.',
    'x-group': 'size',
    'x-order': 20,
    'x-unit': 'px',
    example: 720,
  },
  max_height: {
    ...LENGTH,
    description:
      'The most pixels of the shorter side, as in 1080p: a larger picture becomes smaller in its own shape, any other stays as it is. Not used with width or height.',
    example: 1080,
  },
  resize_handling: {
    type: 'string',
    enum: RESIZE_HANDLINGS,
    default: 'stretch',
    description: RESIZE_HANDLING,
    'x-group': 'size',
  },
  ...cropOptions({ distance: DISTANCE, extent: LENGTH }),
  rotate: { ...ROTATE, enum: [90, 180, 270] },
  flip: FLIP,
  fps: {
    type: 'number',
    minimum: 1,
    maximum: 240,
    description: 'Frames per second, evenly spaced. Left out: as in the source.',
    'x-group': 'film',
    'x-order': 70,
    'x-unit': 'fps',
    example: 30,
  },
  deinterlace: {
    type: 'string',
    enum: ['auto', 'always', 'never'],
    default: 'auto',
    description:
      'Converts interlaced frames (television) to progressive ones; auto does so where the picture is encoded and the source is marked as interlaced. A copied picture stays interlaced.',
    'x-group': 'film',
  },
  denoise: {
    type: 'string',
    enum: ['light', 'medium', 'strong'],
    description: 'Reduces the noise of the picture, which also makes the file smaller.',
    'x-group': 'film',
    example: 'light',
  },
  ...WATERMARK,
} as const satisfies OptionDefinitions;

export const PICTURE_RULES: readonly OptionRule[] = [
  CROP_RULE,
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

function checkEndAfterStart(given: GivenOptions): Finding[] {
  const [start, end] = [has(given, 'start') ? secondsOf(given.start) : 0, secondsOf(given.end)];
  if (start === null || end === null || end > start) return [];
  const against = has(given, 'start') ? `start (${given.start})` : 'the beginning';
  return [conflict(['end', 'start'], `end (${given.end}) has to be after ${against}`)];
}

/** Returns null for an invalid time, which is reported by itself. */
export function secondsOf(value: unknown): number | null {
  if (typeof value !== 'string') return null;
  const parsed = parseFilmTime(value);
  return 'value' in parsed ? parsed.value : null;
}
