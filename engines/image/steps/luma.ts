import { type AnyPixels, isDeepPixels, type Pixels, pixelsOf, valuesLike, whiteOf } from '../picture.ts';

/** Weights of red, green and blue in the brightness, of 65536: those of Rec. ITU-R BT.709, whose primaries sRGB has. */
const RED = 13933;
const GREEN = 46871;
const BLUE = 4732;

/** Number of brightness levels of 8 bits. */
export const LEVELS = 256;

/** Number of brightness levels. */
export const levelsOf = (pixels: AnyPixels): number => whiteOf(pixels) + 1;

/** Whether the last channel is alpha. */
export const hasAlphaChannel = ({ channels }: Pick<Pixels, 'channels'>): boolean => channels === 2 || channels === 4;

/** Returns the brightness of each pixel, as deep as the picture, from the stored values (not from linear light). */
export function lumaOf(pixels: Pixels): Uint8Array;
export function lumaOf(pixels: AnyPixels): Uint8Array | Uint16Array;
export function lumaOf(pixels: AnyPixels): Uint8Array | Uint16Array {
  const { data, width, height, channels } = pixels;
  const luma = isDeepPixels(pixels) ? new Uint16Array(width * height) : new Uint8Array(width * height);
  if (channels < 3) {
    for (let pixel = 0, from = 0; pixel < luma.length; pixel += 1, from += channels) luma[pixel] = data[from] ?? 0;
    return luma;
  }
  for (let pixel = 0, from = 0; pixel < luma.length; pixel += 1, from += channels)
    luma[pixel] =
      ((data[from] ?? 0) * RED + (data[from + 1] ?? 0) * GREEN + (data[from + 2] ?? 0) * BLUE + 0x8000) / 0x10000;
  return luma;
}

/** Counts the pixels of each brightness. Fully transparent ones do not count: their colour is invisible. */
export function histogramOf(pixels: AnyPixels, luma: Uint8Array | Uint16Array = lumaOf(pixels)): Uint32Array {
  const { data, channels } = pixels;
  const counts = new Uint32Array(levelsOf(pixels));
  const count = (pixel: number): void => {
    const level = luma[pixel] ?? 0;
    counts[level] = (counts[level] ?? 0) + 1;
  };
  if (!hasAlphaChannel(pixels)) for (let pixel = 0; pixel < luma.length; pixel += 1) count(pixel);
  else
    for (let pixel = 0; pixel < luma.length; pixel += 1) if ((data[(pixel + 1) * channels - 1] ?? 0) > 0) count(pixel);
  return counts;
}

/** Rounds to the nearest integer, halves to the even one. */
export function nearest(value: number): number {
  const rounded = Math.round(value);
  return rounded - value === 0.5 && rounded % 2 === 1 ? rounded - 1 : rounded;
}

/** Makes a table for `withTable`: the value for each level, rounded and clamped between black and white. */
export const tableOf = (pixels: AnyPixels, valueAt: (level: number) => number): Uint16Array =>
  Uint16Array.from({ length: levelsOf(pixels) }, (_, level) =>
    Math.max(0, Math.min(whiteOf(pixels), nearest(valueAt(level)))),
  );

/** Returns the picture with every colour value looked up in `table`. */
export function withTable(pixels: Pixels, table: Uint16Array): Pixels;
export function withTable(pixels: AnyPixels, table: Uint16Array): AnyPixels;
export function withTable(pixels: AnyPixels, table: Uint16Array): AnyPixels {
  const { data, channels } = pixels;
  const changed = valuesLike(pixels, data.length);
  changed.set(data);
  const colours = hasAlphaChannel(pixels) ? channels - 1 : channels;
  if (colours === channels) {
    for (let at = 0; at < changed.length; at += 1) changed[at] = table[changed[at] ?? 0] ?? 0;
  } else {
    for (let from = 0; from < changed.length; from += channels)
      for (let at = from; at < from + colours; at += 1) changed[at] = table[changed[at] ?? 0] ?? 0;
  }
  return pixelsOf(changed, pixels);
}

/** Returns a grey picture of the given brightness, with the transparency of `pixels`. */
export function greyOf(pixels: Pixels, luma: Uint8Array): Pixels;
export function greyOf(pixels: AnyPixels, luma: Uint8Array | Uint16Array): AnyPixels;
export function greyOf(pixels: AnyPixels, luma: Uint8Array | Uint16Array): AnyPixels {
  const { data, width, height, channels } = pixels;
  if (!hasAlphaChannel(pixels)) {
    return pixelsOf(luma instanceof Uint16Array ? luma : Buffer.from(luma.buffer), { width, height, channels: 1 });
  }
  const grey = valuesLike(pixels, luma.length * 2);
  for (let pixel = 0; pixel < luma.length; pixel += 1) {
    grey[pixel * 2] = luma[pixel] ?? 0;
    grey[pixel * 2 + 1] = data[(pixel + 1) * channels - 1] ?? 0;
  }
  return pixelsOf(grey, { width, height, channels: 2 });
}
