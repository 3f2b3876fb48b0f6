import type { OutputFile, PageChoice } from '../../../src/runner/engine.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import type { OptionValues } from '../../../src/task/types.ts';
import { moreThanColors } from '../../../tools/formats/pictures/depth.ts';
import { ifOffered, makePictures } from '../pictures.ts';
import { type Compress, type Kept, type Level, NOTHING_GAINED } from './compressor.ts';

/** Option quality, on the scale of each format; without it every level has the default of the category image: jpg 85, webp 80, avif 60. */
const QUALITY: Readonly<Record<string, Readonly<Record<Level, number>>>> = {
  avif: { low: 60, medium: 52, high: 42 },
  jpg: { low: 85, medium: 75, high: 60 },
  webp: { low: 80, medium: 72, high: 58 },
};

/** Returns how a picture of a format is written. Lossless formats are packed as tight as possible at every level. */
function writing(target: string, level: Level): OptionValues {
  const quality = QUALITY[target]?.[level];
  const wanted = quality === undefined ? { effort: 9 } : { quality, ...(target === 'jpg' && { progressive: true }) };
  return ifOffered(target, { ...wanted, icc: 'keep', keep_metadata: 'all' });
}

/** Rewrites a picture in its format. Files of several pages stay unchanged: each page would become a file of its own. */
export const compressPicture: Compress = async (input, level, context) => {
  const target = input.format?.name ?? '';
  const options = writing(target, level);
  const more = await moreThanColors(input.path, target);
  if (more !== null) return { because: `it has ${more}, which would be lost` };
  if (MOVING.has(target)) return onlyPath(await makePictures(input, { target, options }, context));
  let count = 1;
  const pages: PageChoice = (found) => {
    count = found;
    return [0];
  };
  const path = onlyPath(await makePictures(input, { target, options, pages }, context));
  return count === 1 ? path : { because: 'each of its pages would become a file' };
};

/** Formats of animations, which become one output of all their frames. */
const MOVING: ReadonlySet<string> = new Set(['gif', 'webp']);

const onlyPath = ([made, ...others]: readonly OutputFile[]): string | Kept =>
  made === undefined || others.length > 0 ? NOTHING_GAINED : made.path;

/** Whether a picture could not be opened or written, so that the original is kept. */
export const isAboutPicture = (error: unknown): boolean =>
  error instanceof ConversionError && /^(?:input_|conversion_failed|engine_crashed|option_)/.test(error.code);
