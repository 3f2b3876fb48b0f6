import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp';
import { ConversionError } from '../../src/task/errors.ts';
import type { Drawing, Reading } from './job.ts';
import { tooManyPages, tooManyPixels } from './limit-errors.ts';
import { MAX_PAGES, MAX_PIXELS } from './limits.ts';
import { Picture } from './picture.ts';

/** Facts about a picture before its pixels are unpacked. */
export interface Opened {
  readonly picture: Picture;
  /** Dots per inch that the file states. Null: it states none. */
  readonly density: number | null;
  readonly described: Described;
  /** Whether the file holds only shades of grey, by its pixel type. */
  readonly isGrey: boolean;
  /** Number of pages or frames of the file. */
  readonly pages: number;
  /** For an animation: number of repetitions (0: forever), and duration of each frame, ms. */
  readonly loop: number;
  readonly delay: readonly number[];
}

/** Metadata of a file. Null: there is none. */
export interface Described {
  /** Exif data, which may hold a thumbnail of the original. */
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
  /** Page, from 0. */
  readonly page: number;
  /** Whether pixels stay in the colours of an RGB profile of the file, if it has one; else they become sRGB. */
  readonly keepsProfile: boolean;
  /** Whether 16 bits per channel are kept. */
  readonly keepsDepth: boolean;
  /** Whether a file that is damaged or ends early is refused, or read as far as possible. */
  readonly failOn: FailOn;
}

export type FailOn = 'error' | 'none';

/** Formats with pages; of other formats with several pictures (HEIF) the main one is shown. */
const PAGED: ReadonlySet<string> = new Set(['gif', 'tiff', 'webp']);

/** Opens one picture of a file: upright by its Exif data, in sRGB. Throws ConversionError `input_damaged`, `input_bomb`. */
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

/** Largest file read into memory: libvips' loaders would open a path 31 times, a tenth of the work on a 200 kB photo. Bytes. */
const SMALL_BYTES = 1024 * 1024;

/** Reused for the bytes of one file after another: a new buffer for each would have to be allocated and collected. */
const bytes = Buffer.allocUnsafeSlow(SMALL_BYTES);

/**
 * Returns the bytes of a small file, valid until the next call, else its path. Reading is synchronous: nothing else waits in this process,
 * so other threads would only take time.
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

/** Sample types that sharp scales correctly. It makes others in TIFF (signed, 32 bits, floating) black. */
const SAMPLES: ReadonlySet<string> = new Set(['uchar', 'ushort']);

/**
 * Throws ConversionError `input_damaged`, so that another decoder is tried; `input_wrong_type` if a decoder has unpacked the picture, whose
 * colour type it does not convert.
 */
function requireSamples({ format, depth }: Metadata, reading: Opening['reading']): void {
  if (format !== 'tiff' || SAMPLES.has(depth)) return;
  if (reading === 'picture') throw openingFailure(new Error(`samples of type ${depth}`));
  const message =
    'The picture is of a kind of colors (such as Lab of 16 bits) that cannot be unpacked here. Save it in RGB.';
  throw new ConversionError('input_wrong_type', message, { log: `samples of type ${depth}` });
}

/** Pixel types that sharp writes in 16 bits. */
const DEEP: ReadonlySet<string> = new Set(['rgb16', 'grey16']);

const describedBy = ({ exif, xmp, iptc, icc }: Metadata, isKept: boolean): Described => ({
  exif: exif ?? null,
  xmp: xmp ?? null,
  hasIptc: iptc !== undefined,
  icc: icc === undefined ? NOTHING_DESCRIBED.icc : { profile: icc, isKept },
});

/** Offset in a profile's header of its colour space (ICC.1:2022, 7.2.6). */
const PROFILE_SPACE = 16;

const hasRgbProfile = ({ icc, space }: Metadata): boolean =>
  (space === 'srgb' || space === 'rgb16') && icc?.toString('latin1', PROFILE_SPACE, PROFILE_SPACE + 4) === 'RGB ';

/** Asks for sRGB: sharp converts 16-bit pictures with a profile to Display P3, and leaves them there by default. */
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

/** Returns the error for a failure of sharp on an input. */
export function openingFailure(error: unknown): ConversionError {
  if (error instanceof ConversionError) return error;
  const log = error instanceof Error ? error.message : String(error);
  if (/pixel limit/i.test(log)) {
    const message = `The picture has more than ${MAX_PIXELS / 1e6} million pixels, the most that is unpacked.`;
    return new ConversionError('input_bomb', message, { log, details: { limit: MAX_PIXELS } });
  }
  return new ConversionError('input_damaged', 'The picture is damaged: it cannot be decoded.', { log });
}
