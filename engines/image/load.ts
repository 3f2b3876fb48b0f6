import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp';
import { ConversionError } from '../../src/task/errors.ts';
import type { Drawing, Reading } from './job.ts';
import { tooManyPages, tooManyPixels } from './limit-errors.ts';
import { MAX_PAGES, MAX_PIXELS } from './limits.ts';
import { Picture } from './picture.ts';

/** What is known of a picture before its pixels are unpacked. */
export interface Opened {
  readonly picture: Picture;
  /** Dots an inch as the file says; null: it does not. */
  readonly density: number | null;
  readonly described: Described;
  /** Whether the file holds shades of grey only, by its kind of pixels. */
  readonly isGrey: boolean;
  /** Pages or frames of the file. */
  readonly pages: number;
  /** Of an animation: how often it is shown, 0 forever, and how long each frame, milliseconds. */
  readonly loop: number;
  readonly delay: readonly number[];
}

/** A file's metadata; null: none. */
export interface Described {
  /** May hold a small picture of it as it was. */
  readonly exif: Buffer | null;
  readonly xmp: Buffer | null;
  readonly hasIptc: boolean;
  /** Whether the pixels are still in the colours of the profile; else they are in sRGB. */
  readonly icc:
    | { readonly profile: Buffer; readonly isKept: boolean }
    | { readonly profile: null; readonly isKept: false };
}

export const NOTHING_DESCRIBED: Described = {
  exif: null,
  xmp: null,
  hasIptc: false,
  icc: { profile: null, isKept: false },
};

/** How one picture of a file is opened. */
export interface Opening {
  readonly reading: Exclude<Reading, Drawing>;
  /** From 0. */
  readonly page: number;
  /** Whether pixels stay in the colours of an RGB profile of the file, where it has one; else they become sRGB. */
  readonly keepsProfile: boolean;
  /** Whether 16 bits a channel stay. */
  readonly keepsDepth: boolean;
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
export async function openPicture(path: string, opening: Opening): Promise<Opened> {
  const { reading, page, failOn } = opening;
  const options: SharpOptions = { failOn, limitInputPixels: MAX_PIXELS, ...(page > 0 && { page }) };
  const source = inMemory(path);
  const metadata = await readMetadata(sharp(source, options));
  requireSamples(metadata, reading);
  const isKept = opening.keepsProfile && hasRgbProfile(metadata);
  const begin = () =>
    isKept ? sharp(source, { ...options, ignoreIcc: true }) : inSrgb(sharp(source, options), metadata);
  const pages = PAGED.has(metadata.format) ? (metadata.pages ?? 1) : 1;
  if (pages > MAX_PAGES) throw tooManyPages(pages);
  const isTurned = reading === 'picture' && (metadata.orientation ?? 1) > 1;
  const { width, height } = isTurned ? metadata.autoOrient : metadata;
  if (width * height > MAX_PIXELS) throw tooManyPixels(width, height);
  return {
    picture: Picture.opened(isTurned ? () => begin().autoOrient() : begin, {
      width,
      height,
      hasAlpha: metadata.hasAlpha,
      isDeep: opening.keepsDepth && metadata.depth === 'ushort' && DEEP.has(metadata.space),
    }),
    density: metadata.density ?? null,
    described: describedBy(metadata, isKept),
    isGrey: metadata.space === 'b-w' || metadata.space === 'grey16',
    pages,
    loop: metadata.loop ?? 0,
    delay: metadata.delay ?? [],
  };
}

/** Of a small file each of libvips' loaders would open it by its path: 31 times for one picture, which is a tenth of the work on a photo of 200 kB. */
const SMALL_BYTES = 1024 * 1024;

/** For the bytes of one file after another, as pictures come: a new one for each would be fetched from the system, and collected. */
const bytes = Buffer.allocUnsafeSlow(SMALL_BYTES);

/**
 * The bytes of a small file, until the next one is asked for, else its path. Nothing else waits in this process, so that other
 * threads would only take time.
 */
function inMemory(path: string): Buffer | string {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    if (size === 0 || size > SMALL_BYTES) return path;
    return readSync(file, bytes, 0, size, 0) === size ? bytes.subarray(0, size) : path;
  } finally {
    closeSync(file);
  }
}

/** Kinds of samples that sharp scales as they are meant. Of the others in TIFF, signed, of 32 bits or floating, it makes black. */
const SAMPLES: ReadonlySet<string> = new Set(['uchar', 'ushort']);

/**
 * Throws ConversionError `input_damaged`, so that another decoder is asked; `input_wrong_type` for what a decoder has unpacked, which
 * is a kind of colours that it does not convert.
 */
function requireSamples({ format, depth }: Metadata, reading: Opening['reading']): void {
  if (format !== 'tiff' || SAMPLES.has(depth)) return;
  if (reading === 'picture') throw openingFailure(new Error(`samples of type ${depth}`));
  const message =
    'The picture is of a kind of colors (such as Lab of 16 bits) that cannot be unpacked here. Save it in RGB.';
  throw new ConversionError('input_wrong_type', message, { log: `samples of type ${depth}` });
}

/** Kinds of pixels that sharp writes in 16 bits. */
const DEEP: ReadonlySet<string> = new Set(['rgb16', 'grey16']);

const describedBy = ({ exif, xmp, iptc, icc }: Metadata, isKept: boolean): Described => ({
  exif: exif ?? null,
  xmp: xmp ?? null,
  hasIptc: iptc !== undefined,
  icc: icc === undefined ? NOTHING_DESCRIBED.icc : { profile: icc, isKept },
});

/** Where the header of a profile says what colours it is for (ICC.1:2022, 7.2.6). */
const PROFILE_SPACE = 16;

const hasRgbProfile = ({ icc, space }: Metadata): boolean =>
  (space === 'srgb' || space === 'rgb16') && icc?.toString('latin1', PROFILE_SPACE, PROFILE_SPACE + 4) === 'RGB ';

/** sharp takes pictures of 16 bits with a profile to Display P3, and leaves them there unless it is asked for another. */
const inSrgb = (pipeline: Sharp, { space, icc }: Metadata): Sharp =>
  space === 'rgb16' && icc !== undefined ? pipeline.withIccProfile('srgb', { attach: false }) : pipeline;

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
  return new ConversionError('input_damaged', 'The picture is damaged: it cannot be decoded.', { log });
}
