import { createReadStream } from 'node:fs';
import type { OutputFile, PageChoice } from '../../../src/runner/engine.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import type { OptionValues } from '../../../src/task/types.ts';
import type { LocalInput, WorkContext } from '../../../src/work/context.ts';
import { moreThanColors } from '../../../tools/formats/pictures/depth.ts';
import { packGif } from '../../../tools/programs/picture-packers/gif.ts';
import { packPng } from '../../../tools/programs/picture-packers/png.ts';
import { ifOffered, makePictures } from '../pictures.ts';
import { type Kept, type Level, NOTHING_GAINED } from './compressor.ts';

/** Option quality, on the scale of each format; without it every level has the default of the category image: jpg 85, webp 80, avif 60. */
const QUALITY: Readonly<Record<string, Readonly<Record<Level, number>>>> = {
  avif: { low: 60, medium: 52, high: 42 },
  jpg: { low: 85, medium: 75, high: 60 },
  webp: { low: 80, medium: 72, high: 58 },
};

/** Returns how a picture of a format is written. Lossless formats are packed as tight as possible at every level. */
async function writing(target: string, level: Level, path: string): Promise<OptionValues> {
  const quality = QUALITY[target]?.[level];
  const wanted = quality === undefined ? { effort: 9 } : { quality, ...(target !== 'avif' && { effort: 9 }) };
  const icc = (await hasProfile(path, target)) ? 'keep' : 'none';
  return ifOffered(target, { ...wanted, icc, keep_metadata: 'all' });
}

/** Names before a color profile, which the option icc would otherwise add. */
const PROFILE_MARK: Readonly<Record<string, string>> = { jpg: 'ICC_PROFILE', webp: 'ICCP' };

/** Whether a picture may have a color profile. */
async function hasProfile(path: string, target: string): Promise<boolean> {
  const mark = PROFILE_MARK[target];
  if (mark === undefined) return true;
  let end = '';
  for await (const bytes of createReadStream(path, 'latin1')) {
    if ((end + bytes).includes(mark)) return true;
    end = bytes.slice(-mark.length);
  }
  return false;
}

/** Worst and best quality of a palette (pngquant): below the worst a picture keeps all its colors. */
const PALETTE = { low: null, medium: [75, 90], high: [50, 75] } as const;

/** How far colors of a GIF may move, and how many remain (gifsicle): with fewer colors, less has to move for the same similarity. */
const GIF_LOSS: Readonly<Record<Level, readonly string[]>> = {
  low: [],
  medium: ['--lossy=30'],
  high: ['--lossy=20', '--colors', '48'],
};

/**
 * Makes a picture smaller in its format. Files of several pages stay unchanged: each page would become a file of its own.
 * @param isOneOfMany whether it has to share the time with other pictures
 */
export async function compressPicture(
  input: LocalInput,
  level: Level,
  context: WorkContext,
  isOneOfMany = false,
): Promise<string | Kept> {
  const target = input.format?.name ?? '';
  const isAnimated = target === 'apng';
  if (target === 'png' || isAnimated) {
    const packed = await packPng(input.path, { palette: PALETTE[level], isAnimated, isOneOfMany }, context);
    if (packed !== null) return packed;
  }
  const packed = target === 'gif' ? await packGif(input.path, GIF_LOSS[level], context) : null;
  return packed ?? rewritten(input, target, level, context);
}

/** Decodes and encodes a picture again. */
async function rewritten(
  input: LocalInput,
  target: string,
  level: Level,
  context: WorkContext,
): Promise<string | Kept> {
  const options = await writing(target, level, input.path);
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
}

/** Formats of animations, which become one output of all their frames. */
const MOVING: ReadonlySet<string> = new Set(['apng', 'gif', 'webp']);

const onlyPath = ([made, ...others]: readonly OutputFile[]): string | Kept =>
  made === undefined || others.length > 0 ? NOTHING_GAINED : made.path;

/** Whether a picture could not be opened or written, so that the original is kept. */
export const isAboutPicture = (error: unknown): boolean =>
  error instanceof ConversionError && /^(?:input_|conversion_failed|engine_crashed|option_)/.test(error.code);
