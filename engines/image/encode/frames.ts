import { stat } from 'node:fs/promises';
import sharp from 'sharp';
import type { Frames } from '../animation.ts';
import type { PictureWarning } from '../job.ts';
import type { ImageOptions } from '../options.ts';
import type { Timing } from './apng.ts';
import { writeApng } from './apng.ts';
import { fitOf, fitSize, optionsOf, warnOfFit } from './fit-size.ts';
import { encoded } from './sharp.ts';
import { requireSides } from './sides.ts';
import type { Writing } from './write.ts';

/** Longest duration of a frame, ms: neither sharp nor our writer of APNGs writes a longer one. */
const LONGEST_MS = 65_535;

/** Maximum number of repetitions that sharp writes; a GIF can hold one more. */
const MOST_LOOPS = 65_535;

function shorteningOf(count: number): PictureWarning {
  const what = count === 1 ? 'A frame is' : `${count} frames are`;
  return { code: 'output_limited', message: `${what} shown for ${LONGEST_MS / 1000} s, the longest that is written.` };
}

/**
 * Writes an animation as a file, in a format that supports it. Throws ConversionError `option_invalid`, `conversion_failed` for longer
 * sides than the target holds.
 */
export async function writeFrames(
  frames: Frames,
  { target, options, warn }: Pick<Writing, 'target' | 'options' | 'warn'>,
  { loop, delay }: Timing,
  path: string,
): Promise<void> {
  const format = target.pixels;
  const { data, width, height, count } = frames;
  requireSides(target, { width, height }, options);
  const shown = { loop: Math.min(loop, MOST_LOOPS), delay: delay.map((each) => Math.min(each, LONGEST_MS)) };
  const shortened = delay.filter((each) => each > LONGEST_MS).length;
  if (shortened > 0) warn(shorteningOf(shortened));
  if (format === 'apng') return writeApng(frames, shown, options.effort, path);
  if (format !== 'gif' && format !== 'webp') throw new Error(`${format} does not hold frames`);
  const raw = { width, height: height * count, channels: 4, pageHeight: height } as const;
  const write = async (asked: ImageOptions): Promise<void> => {
    const pipeline = encoded(sharp(data, { raw, limitInputPixels: false }), format, target, asked);
    await (format === 'gif' ? pipeline.gif(shown) : pipeline.webp(shown)).toFile(path);
  };
  const fit = fitOf(target, options);
  if (fit === null) return write(options);
  // Frames are not scaled down: there may be hundreds of millions of pixels.
  const fitted = await fitSize({ ...fit, mayResize: false }, async (attempt) => {
    await write(optionsOf(options, attempt));
    return (await stat(path)).size;
  });
  warnOfFit(fit, fitted, frames, warn);
}
