import { type AnyPixels, type Pixels, pixelsOf, valuesLike, whiteOf } from '../picture.ts';
import { hasAlphaChannel } from './luma.ts';

/** Returns a copy as red, green, blue and alpha. */
export function rgbaOf(pixels: Pixels): Pixels;
export function rgbaOf(pixels: AnyPixels): AnyPixels;
export function rgbaOf(pixels: AnyPixels): AnyPixels {
  const { data, width, height, channels } = pixels;
  const isOpaque = !hasAlphaChannel(pixels);
  const [green, blue] = channels >= 3 ? [1, 2] : [0, 0];
  const result = valuesLike(pixels, width * height * 4);
  const opaque = whiteOf(pixels);
  for (let from = 0, to = 0; to < result.length; from += channels, to += 4) {
    result[to] = data[from] ?? 0;
    result[to + 1] = data[from + green] ?? 0;
    result[to + 2] = data[from + blue] ?? 0;
    result[to + 3] = isOpaque ? opaque : (data[from + channels - 1] ?? 0);
  }
  return pixelsOf(result, { width, height, channels: 4 });
}
