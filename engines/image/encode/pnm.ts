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
export const encodePbm = (pixels: Pixels): Buffer => Buffer.concat([header('P4', pixels, ''), blackBits(pixels)]);

/** Encodes black and white as level 0 of WBMP (WAP-237, Wireless Bitmap), where black is 0. @param pixels without transparency */
export function encodeWbmp(pixels: Pixels): Buffer {
  const bits = blackBits(pixels);
  for (const [at, byte] of bits.entries()) bits[at] = ~byte & 0xff;
  return Buffer.concat([Buffer.from([0, 0, ...sevenBits(pixels.width), ...sevenBits(pixels.height)]), bits]);
}

/** Returns a number in bytes of seven bits, of which all but the last have the highest bit set. */
function sevenBits(value: number): number[] {
  const bytes = [value & 0x7f];
  for (let rest = value >> 7; rest > 0; rest >>= 7) bytes.unshift((rest & 0x7f) | 0x80);
  return bytes;
}

/** Returns rows of bits, 1 for black, dithered if the picture has more levels. */
function blackBits(pixels: Pixels): Buffer {
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
  return bits;
}
