import { parseFileSize } from '../../../src/catalog/grammar/values.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import { QUALITY } from '../catalog-writing.ts';
import type { PictureWarning } from '../job.ts';
import type { ImageOptions } from '../options.ts';
import type { TargetFacts } from '../targets.ts';

/** One way to write a result. */
export interface Attempt {
  /** Quality of the attempt. Null: the target has no quality, or is written lossless. */
  readonly quality: number | null;
  /** Factor of the requested sides, up to 1. */
  readonly scale: number;
}

/** The size limit of a result. */
export interface Fit {
  /** Maximum size in bytes. */
  readonly limit: number;
  readonly first: Attempt;
  readonly mayResize: boolean;
}

/** The best attempt that fits, and the bytes of its file. */
export interface Fitted {
  readonly attempt: Attempt;
  readonly bytes: number;
}

/** The lowest quality that is tried, and the lowest if the picture may become smaller instead. */
const WORST = 10;
const WORST_AT_FULL_SIZE = 40;

/** Maximum number of attempts between the lowest quality and the requested one: enough for one of 100 steps. */
const MOST_HALVINGS = 6;
const MOST_SCALES = 6;
/** Safety factor: files of smaller pictures have more bytes per pixel. */
const CAUTION = 0.96;

/** Initial quality of a PDF if only a size is requested. */
const PDF_QUALITY = 90;

/** Returns the limit that the options ask for. Null if there is none. */
export function fitOf({ name }: TargetFacts, options: ImageOptions): Fit | null {
  const { max_file_size: size, max_file_size_resize: mayResize = false, lossless = false } = options;
  if (size === undefined) return null;
  const parsed = parseFileSize(size);
  if (!('value' in parsed)) throw new Error('the catalog lets only sizes through');
  const usual =
    name === 'pdf' ? PDF_QUALITY : Object.hasOwn(QUALITY, name) ? QUALITY[name as keyof typeof QUALITY] : null;
  const quality = lossless ? null : (options.quality ?? usual);
  return { limit: parsed.value, first: { quality, scale: 1 }, mayResize };
}

/**
 * Writes a result so that it fits: with lower quality, then smaller, in 10 attempts at most. The last written attempt is returned. Throws
 * ConversionError `option_invalid` if none fits, with the smallest size reached.
 * @param write writes a result in place of the previous one, and returns its size in bytes
 */
export async function fitSize(
  { limit, first, mayResize }: Fit,
  write: (attempt: Attempt) => Promise<number>,
): Promise<Fitted> {
  let bytes = await write(first);
  if (bytes <= limit) return { attempt: first, bytes };
  let attempt = first;
  if (first.quality !== null) {
    const worst = Math.min(first.quality, mayResize ? WORST_AT_FULL_SIZE : WORST);
    attempt = { ...first, quality: worst };
    if (worst < first.quality) bytes = await write(attempt);
    if (bytes <= limit) return bestQuality(limit, { attempt, bytes }, first.quality, write);
  }
  for (let count = 0; mayResize && count < MOST_SCALES; count += 1) {
    attempt = { ...attempt, scale: attempt.scale * Math.sqrt(limit / bytes) * CAUTION };
    bytes = await write(attempt);
    if (bytes <= limit) return { attempt, bytes };
  }
  throw tooLarge(limit, bytes, mayResize);
}

/** Finds the highest quality that fits, between one that does and one that does not. */
async function bestQuality(
  limit: number,
  fitting: Fitted,
  tooHigh: number,
  write: (attempt: Attempt) => Promise<number>,
): Promise<Fitted> {
  let best = fitting;
  let last = fitting.attempt;
  let [low, high] = [fitting.attempt.quality ?? WORST, tooHigh];
  for (let count = 0; count < MOST_HALVINGS && high - low > 1; count += 1) {
    last = { ...fitting.attempt, quality: Math.floor((low + high) / 2) };
    const bytes = await write(last);
    if (bytes <= limit) {
      best = { attempt: last, bytes };
      low = last.quality ?? low;
    } else high = last.quality ?? high;
  }
  if (last !== best.attempt) await write(best.attempt);
  return best;
}

function tooLarge(limit: number, smallest: number, mayResize: boolean): ConversionError {
  const advice = mayResize
    ? 'Allow a larger file, or ask for a smaller width.'
    : 'Allow a larger file, a smaller picture by max_file_size_resize, or ask for a smaller width.';
  const message = `The result cannot be made as small as ${limit} bytes: the smallest that was reached has ${smallest}. ${advice}`;
  return new ConversionError('option_invalid', message, { details: { option: 'max_file_size', limit, smallest } });
}

/** Warns of what was given up for the size, and of the size of the result. */
export function warnOfFit(
  { first }: Fit,
  { attempt, bytes }: Fitted,
  { width, height }: { readonly width: number; readonly height: number },
  warn: (warning: PictureWarning) => void,
): void {
  const code = 'option_adjusted';
  if (attempt.quality !== first.quality) {
    const message = `Quality is ${attempt.quality} instead of ${first.quality}, so that the file has ${bytes} bytes.`;
    warn({ code, message, option: 'max_file_size' });
  }
  if (attempt.scale === 1) return;
  const message = `The picture was made smaller, ${width} x ${height} pixels, so that the file has ${bytes} bytes.`;
  warn({ code, message, option: 'max_file_size_resize' });
}

/** Returns the options of an attempt. */
export const optionsOf = <Options extends Pick<ImageOptions, 'quality'>>(
  options: Options,
  { quality }: Attempt,
): Options => (quality === null ? options : { ...options, quality });
