import sharp from 'sharp';
import { ConversionError } from '../../src/task/errors.ts';
import { MAX_ANIMATION_PIXELS } from './limits.ts';
import { type FailOn, type Opened, openingFailure } from './load.ts';
import { Picture } from './picture.ts';

/** Pixels that the frames unpacked at once hold: each unpacking begins with the first frame of the file. */
const AT_ONCE_PIXELS = 20_000_000;

const CHANNELS = 4;

const TRANSPARENT = { r: 0, g: 0, b: 0, alpha: 0 };

/** All frames of an animation, one below the other, 8 bits of red, green, blue and alpha. */
export interface Frames {
  readonly data: Buffer;
  readonly width: number;
  /** Height of one frame. */
  readonly height: number;
  readonly count: number;
}

/**
 * Applies `work` to each frame of an animation and keeps the results, which all have the size of the first. Throws ConversionError
 * `input_bomb` for more than MAX_ANIMATION_PIXELS before or after, and what `work` throws.
 */
export async function workOnFrames(
  path: string,
  { picture, pages }: Opened,
  failOn: FailOn,
  work: (frame: Picture) => Promise<Picture>,
): Promise<Frames> {
  refuseTooMany(picture.width, picture.height, pages);
  const atOnce = Math.max(1, Math.floor(AT_ONCE_PIXELS / (picture.width * picture.height)));
  let result: Frames | null = null;
  for (let first = 0; first < pages; first += atOnce) {
    const frames = await unpack(path, first, Math.min(atOnce, pages - first), failOn);
    for (const [index, frame] of frames.entries()) {
      const done = await work(frame);
      result ??= room(done, pages);
      await put(done, first + index, result);
    }
  }
  if (result === null) throw new Error('an animation has a frame');
  return result;
}

async function unpack(path: string, page: number, pages: number, failOn: FailOn): Promise<Picture[]> {
  const { data, info } = await sharp(path, { page, pages, failOn, limitInputPixels: false })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .catch((error: unknown) => {
      throw openingFailure(error);
    });
  const { width } = info;
  const height = info.height / pages;
  const bytes = width * height * CHANNELS;
  return Array.from({ length: pages }, (_, index) =>
    Picture.fromPixels({
      data: data.subarray(index * bytes, (index + 1) * bytes),
      width,
      height,
      channels: CHANNELS,
    }),
  );
}

function room({ width, height }: Picture, count: number): Frames {
  refuseTooMany(width, height, count);
  return { data: Buffer.alloc(width * height * count * CHANNELS), width, height, count };
}

async function put(frame: Picture, index: number, { data, width, height }: Frames): Promise<void> {
  const isSame = frame.width === width && frame.height === height;
  const fitting = isSame
    ? frame
    : await frame.with('resized', (pipeline) =>
        pipeline.ensureAlpha().resize({ width, height, fit: 'contain', background: TRANSPARENT }),
      );
  const pixels = await fitting.toSharp().toColourspace('srgb').ensureAlpha().raw({ depth: 'uchar' }).toBuffer();
  pixels.copy(data, index * width * height * CHANNELS);
}

function refuseTooMany(width: number, height: number, frames: number): void {
  if (width * height * frames <= MAX_ANIMATION_PIXELS) return;
  const message = `The animation has ${frames} frames of ${width} x ${height} pixels; no more than ${MAX_ANIMATION_PIXELS / 1e6} million pixels are worked on together. Make it smaller by width, or choose a target that does not move.`;
  throw new ConversionError('input_bomb', message, { details: { width, height, frames, limit: MAX_ANIMATION_PIXELS } });
}
