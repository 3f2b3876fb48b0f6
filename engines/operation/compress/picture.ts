import type { OutputFile, PageChoice } from '../../../src/runner/engine.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import { moreThanColors } from '../../../tools/pictures/depth.ts';
import { ifOffered, makePictures } from '../pictures.ts';
import { type Compress, type Kept, type Level, NOTHING_GAINED } from './compressor.ts';

/** Percent, as the option quality of pictures counts; 85 is what they get without it. */
const QUALITY: Readonly<Record<Level, number>> = { low: 85, medium: 75, high: 60 };

/** Formats whose pictures lose with quality. The others are packed tighter at every level, without loss. */
const LOSSY: ReadonlySet<string> = new Set(['avif', 'jpg', 'webp']);

/** A picture written anew in its format. Several pages stay as they are: each would become a file of its own. */
export const compressPicture: Compress = async (input, level, context) => {
  const target = input.format?.name ?? '';
  const options = LOSSY.has(target) ? ifOffered(target, { quality: QUALITY[level] }) : {};
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

/** An animation is one output of all its frames. */
const MOVING: ReadonlySet<string> = new Set(['gif', 'webp']);

const onlyPath = ([made, ...others]: readonly OutputFile[]): string | Kept =>
  made === undefined || others.length > 0 ? NOTHING_GAINED : made.path;

/** Whether a picture could not be opened or written, which leaves the one that there is. */
export const isAboutPicture = (error: unknown): boolean =>
  error instanceof ConversionError && /^(?:input_|conversion_failed|engine_crashed|option_)/.test(error.code);
