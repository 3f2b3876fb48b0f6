import type { Pixels } from '../picture.ts';
import { dither } from '../steps/dither.ts';
import { lumaOf } from '../steps/luma.ts';

// Netpbm's formats: a header in letters, then rows without gaps (netpbm.sourceforge.net/doc, ppm, pgm, pbm).

const header = (mark: string, { width, height }: Pixels, most: string): Buffer =>
  Buffer.from(`${mark}\n${width} ${height}\n${most}`, 'latin1');

/** Encodes red, green and blue. @param pixels without transparency */
export function encodePpm(pixels: Pixels): Buffer {
  const { data, width, height, channels } = pixels;
  const head = header('P6', pixels, '255\n');
  if (channels === 3) return Buffer.concat([head, data]);
  const colors = Buffer.allocUnsafe(width * height * 3);
  for (let pixel = 0; pixel < width * height; pixel += 1)
    colors.fill(data[pixel * channels] ?? 0, 3 * pixel, 3 * pixel + 3);
  return Buffer.concat([head, colors]);
}

/** Encodes the brightness. @param pixels without transparency */
export const encodePgm = (pixels: Pixels): Buffer => Buffer.concat([header('P5', pixels, '255\n'), lumaOf(pixels)]);

/** Encodes black and white, dithered if the picture has more levels. @param pixels without transparency */
export function encodePbm(pixels: Pixels): Buffer {
  const { width, height } = pixels;
  const luma = lumaOf(pixels);
  dither(luma, width, height);
  const stride = Math.ceil(width / 8);
  const bits = Buffer.alloc(stride * height);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const isBlack = luma[row * width + column] === 0;
      const at = row * stride + (column >> 3);
      if (isBlack) bits[at] = (bits[at] ?? 0) | (0x80 >> (column & 7));
    }
  }
  return Buffer.concat([header('P4', pixels, ''), bits]);
}
