import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp';
import { ConversionError } from '../../src/task/errors.ts';
import type { Reading } from './job.ts';
import { tooManyPages, tooManyPixels } from './limit-errors.ts';
import { MAX_PAGES, MAX_PIXELS } from './limits.ts';
import { Picture } from './picture.ts';

/** What is known of a picture before its pixels are unpacked. */
export interface Opened {
  readonly picture: Picture;
  /** Dots an inch as the file says; null: it does not. */
  readonly density: number | null;
  /** Whether the file has Exif data, which may hold a small picture of it as it was. */
  readonly hasExif: boolean;
  /** Whether the file holds shades of grey only, by its kind of pixels. */
  readonly isGrey: boolean;
  /** Pages or frames of the file. */
  readonly pages: number;
  /** Of an animation: how often it is shown, 0 for ever, and how long each frame, milliseconds. */
  readonly loop: number;
  readonly delay: readonly number[];
}

/** How one picture of a file is opened. */
export interface Opening {
  readonly reading: Exclude<Reading, 'svg'>;
  /** From 0. */
  readonly page: number;
  /** Whether a file that is damaged or ends early is refused, or read as far as it goes. */
  readonly failOn: FailOn;
}

export type FailOn = 'error' | 'none';

/** Formats whose pages count; what else has several (HEIF) shows its main one. */
const PAGED: ReadonlySet<string> = new Set(['gif', 'tiff', 'webp']);

/**
 * Opens one picture of a file: upright as Exif says, in sRGB.
 * Throws ConversionError `input_damaged`, `input_bomb`.
 */
export async function openPicture(path: string, { reading, page, failOn }: Opening): Promise<Opened> {
  const options: SharpOptions = { failOn, limitInputPixels: MAX_PIXELS, ...(page > 0 && { page }) };
  const pipeline = sharp(path, options);
  const metadata = await readMetadata(pipeline);
  const pages = PAGED.has(metadata.format) ? (metadata.pages ?? 1) : 1;
  if (pages > MAX_PAGES) throw tooManyPages(pages);
  const isTurned = reading === 'picture' && (metadata.orientation ?? 1) > 1;
  const { width, height } = isTurned ? metadata.autoOrient : metadata;
  if (width * height > MAX_PIXELS) throw tooManyPixels(width, height);
  return {
    picture: Picture.opened(isTurned ? pipeline.autoOrient() : pipeline, {
      width,
      height,
      hasAlpha: metadata.hasAlpha,
    }),
    density: metadata.density ?? null,
    hasExif: metadata.exif !== undefined,
    isGrey: metadata.space === 'b-w' || metadata.space === 'grey16',
    pages,
    loop: metadata.loop ?? 0,
    delay: metadata.delay ?? [],
  };
}

/** Throws ConversionError `input_damaged`, `input_bomb`. */
export async function readMetadata(pipeline: Sharp): Promise<Metadata> {
  try {
    return await pipeline.metadata();
  } catch (error) {
    throw openingFailure(error);
  }
}

/** What the failure of sharp on an input means. */
export function openingFailure(error: unknown): ConversionError {
  if (error instanceof ConversionError) return error;
  const log = error instanceof Error ? error.message : String(error);
  if (/pixel limit/i.test(log)) {
    const message = `The picture has more than ${MAX_PIXELS / 1e6} million pixels, the most that is unpacked.`;
    return new ConversionError('input_bomb', message, { log, details: { limit: MAX_PIXELS } });
  }
  return new ConversionError('input_damaged', 'The picture is damaged: it cannot be unpacked.', { log });
}
