import { type AnyPixels, type Pixels, pixelsOf, valuesLike, whiteOf } from '../picture.ts';

const WHITE = 255;

/** Channels from 0 to 255. */
export interface Color {
  readonly r: number;
  readonly g: number;
  readonly b: number;
}

/** Returns the picture without transparency, as it looks on white. */
export const overWhite = (pixels: Pixels): Pixels => over(pixels, { r: WHITE, g: WHITE, b: WHITE });

/** Returns the picture without transparency, as it looks on a colour; grey only if both are. */
export function over(pixels: Pixels, color: Color): Pixels;
export function over(pixels: AnyPixels, color: Color): AnyPixels;
export function over(pixels: AnyPixels, { r, g, b }: Color): AnyPixels {
  const { data, width, height, channels } = pixels;
  const white = whiteOf(pixels);
  if (!holdsAlpha(pixels)) return pixels;
  const colors = channels === 2 && r === g && g === b ? 1 : 3;
  const [green, blue] = channels === 4 ? [1, 2] : [0, 0];
  const places = [0, green, blue] as const;
  const papers = [r, g, b].map((value) => (value * white) / WHITE);
  const result = valuesLike(pixels, width * height * colors);
  for (let from = 0, to = 0; to < result.length; from += channels) {
    const alpha = data[from + channels - 1] ?? 0;
    const shown = white - alpha;
    for (let color = 0; color < colors; color += 1, to += 1) {
      const paper = (papers[color] ?? 0) * shown;
      result[to] = ((data[from + (places[color] ?? 0)] ?? 0) * alpha + paper + (white >> 1)) / white;
    }
  }
  return pixelsOf(result, { width, height, channels: colors });
}

/** Returns the same picture with one grey channel instead of three equal ones; unchanged if any pixel has a colour. */
export function asGrey(pixels: Pixels): Pixels {
  const { data, width, height, channels } = pixels;
  if (channels <= 2) return pixels;
  for (let index = 0; index < data.length; index += channels) {
    const red = data[index];
    if (data[index + 1] !== red || data[index + 2] !== red) return pixels;
  }
  const kept = channels === 4 ? 2 : 1;
  const result = Buffer.allocUnsafe(width * height * kept);
  for (let from = 0, to = 0; to < result.length; from += channels, to += kept) {
    result[to] = data[from] ?? 0;
    if (kept === 2) result[to + 1] = data[from + 3] ?? 0;
  }
  return { data: result, width, height, channels: kept };
}

export const holdsAlpha = ({ channels }: AnyPixels): boolean => channels === 2 || channels === 4;

/** Layout of pixels in a file. */
export interface Rows {
  readonly start: number;
  /** Bytes from one row to the next. */
  readonly stride: number;
  /** Bytes per pixel: grey, or blue, green, red and alpha. */
  readonly bytes: 1 | 3 | 4;
  readonly order: 'from above' | 'from below';
}

/** Writes blue, green, red and alpha of every pixel into a file, in the order of Windows bitmaps and Targa. */
export function putRows(
  { data, width, height, channels }: Pixels,
  file: Buffer,
  { start, stride, bytes, order }: Rows,
): void {
  const [green, blue] = channels >= 3 ? [1, 2] : [0, 0];
  const hasAlpha = channels === 2 || channels === 4;
  for (let row = 0; row < height; row += 1) {
    let from = row * width * channels;
    let to = start + (order === 'from above' ? row : height - 1 - row) * stride;
    for (let column = 0; column < width; column += 1) {
      file[to] = data[from + blue] ?? 0;
      if (bytes > 1) {
        file[to + 1] = data[from + green] ?? 0;
        file[to + 2] = data[from] ?? 0;
      }
      if (bytes === 4) file[to + 3] = hasAlpha ? (data[from + channels - 1] ?? 0) : WHITE;
      from += channels;
      to += bytes;
    }
  }
}
