import type { Pixels } from '../picture.ts';
import { hasAlphaChannel, lumaOf } from '../steps/luma.ts';

/** Weights of red, green and blue in the brightness, as in luma.ts. */
const RED = 0.2126;
const GREEN = 0.7152;
const BLUE = 0.0722;

/**
 * Combines the brightness and transparency of one picture with the colour of another of the same size. Colours that would leave the range
 * are made paler, so that the brightness stays.
 */
export function withChromaOf(source: Pixels, coloured: Pixels): Pixels {
  const { width, height } = source;
  const alpha = hasAlphaChannel(source);
  const channels = alpha ? 4 : 3;
  const luma = lumaOf(source);
  const data = new Uint8ClampedArray(width * height * channels);
  for (let pixel = 0, from = 0, to = 0; pixel < luma.length; pixel += 1, from += coloured.channels, to += channels) {
    const red = coloured.data[from] ?? 0;
    const green = coloured.data[from + 1] ?? 0;
    const blue = coloured.data[from + 2] ?? 0;
    const theirs = RED * red + GREEN * green + BLUE * blue;
    const level = luma[pixel] ?? 0;
    const strength = Math.min(
      roomFor(red - theirs, level),
      roomFor(green - theirs, level),
      roomFor(blue - theirs, level),
    );
    data[to] = level + (red - theirs) * strength;
    data[to + 1] = level + (green - theirs) * strength;
    data[to + 2] = level + (blue - theirs) * strength;
    if (alpha) data[to + 3] = source.data[(pixel + 1) * source.channels - 1] ?? 0;
  }
  return { data: Buffer.from(data.buffer), width, height, channels };
}

/** Returns the factor, 1 at most, by which a difference from the brightness stays within 0 to 255. */
function roomFor(difference: number, level: number): number {
  if (difference > 255 - level) return (255 - level) / difference;
  if (difference < -level) return level / -difference;
  return 1;
}

/** Returns planes of red, green and blue, 0 to 255, one after the other, as the models take a picture. `grey`: one byte a pixel. */
export function planesOfGrey(grey: Uint8Array): Float32Array {
  const planes = new Float32Array(grey.length * 3);
  planes.set(grey);
  planes.copyWithin(grey.length, 0, grey.length);
  planes.copyWithin(grey.length * 2, 0, grey.length);
  return planes;
}

/** Returns the picture of such planes. */
export function pixelsOfPlanes(planes: Float32Array, width: number, height: number): Pixels {
  const plane = width * height;
  const data = new Uint8ClampedArray(plane * 3);
  for (let pixel = 0; pixel < plane; pixel += 1)
    for (let channel = 0; channel < 3; channel += 1) data[pixel * 3 + channel] = planes[channel * plane + pixel] ?? 0;
  return { data: Buffer.from(data.buffer), width, height, channels: 3 };
}
