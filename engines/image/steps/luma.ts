import type { Pixels } from '../picture.ts';

/** Parts of red, green and blue in the brightness, of 65536: those of Rec. ITU-R BT.709, whose primaries sRGB has. */
const RED = 13933;
const GREEN = 46871;
const BLUE = 4732;

/** Number of brightness levels. */
export const LEVELS = 256;

/** Whether the last channel is alpha. */
export const hasAlphaChannel = ({ channels }: Pick<Pixels, 'channels'>): boolean => channels === 2 || channels === 4;

/** Brightness of each pixel, 0 to 255, of the values as they are stored (not of the light they stand for). */
export function lumaOf({ data, width, height, channels }: Pixels): Uint8Array {
  const luma = new Uint8Array(width * height);
  if (channels < 3) {
    for (let pixel = 0, from = 0; pixel < luma.length; pixel += 1, from += channels) luma[pixel] = data[from] ?? 0;
    return luma;
  }
  for (let pixel = 0, from = 0; pixel < luma.length; pixel += 1, from += channels)
    luma[pixel] =
      ((data[from] ?? 0) * RED + (data[from + 1] ?? 0) * GREEN + (data[from + 2] ?? 0) * BLUE + 0x8000) >> 16;
  return luma;
}

/** How many pixels have each brightness. Fully transparent ones do not count: nobody sees their colour. */
export function histogramOf(pixels: Pixels, luma: Uint8Array = lumaOf(pixels)): Uint32Array {
  const { data, channels } = pixels;
  const counts = new Uint32Array(LEVELS);
  const count = (pixel: number): void => {
    const level = luma[pixel] ?? 0;
    counts[level] = (counts[level] ?? 0) + 1;
  };
  if (!hasAlphaChannel(pixels)) for (let pixel = 0; pixel < luma.length; pixel += 1) count(pixel);
  else
    for (let pixel = 0; pixel < luma.length; pixel += 1) if ((data[(pixel + 1) * channels - 1] ?? 0) > 0) count(pixel);
  return counts;
}

/** The picture with every value of its colour channels looked up in `table`. */
export function withTable(pixels: Pixels, table: Uint8Array | Uint8ClampedArray): Pixels {
  const { data, channels } = pixels;
  const changed = Buffer.from(data);
  const colours = hasAlphaChannel(pixels) ? channels - 1 : channels;
  if (colours === channels) {
    for (let at = 0; at < changed.length; at += 1) changed[at] = table[changed[at] ?? 0] ?? 0;
  } else {
    for (let from = 0; from < changed.length; from += channels)
      for (let at = from; at < from + colours; at += 1) changed[at] = table[changed[at] ?? 0] ?? 0;
  }
  return { ...pixels, data: changed };
}

/** A grey picture of a brightness for each pixel, with the transparency of `pixels`. */
export function greyOf(pixels: Pixels, luma: Uint8Array): Pixels {
  const { data, width, height, channels } = pixels;
  if (!hasAlphaChannel(pixels)) return { data: Buffer.from(luma.buffer), width, height, channels: 1 };
  const grey = Buffer.allocUnsafe(luma.length * 2);
  for (let pixel = 0; pixel < luma.length; pixel += 1) {
    grey[pixel * 2] = luma[pixel] ?? 0;
    grey[pixel * 2 + 1] = data[(pixel + 1) * channels - 1] ?? 0;
  }
  return { data: grey, width, height, channels: 2 };
}
