import type { Pixels } from '../picture.ts';
import { holdsAlpha, putRows } from './pixels.ts';

const FILE_HEADER = 14;
/** BITMAPINFOHEADER, and BITMAPV4HEADER, which has a mask for alpha (Windows GDI, "Bitmap Header Types"). */
const INFO_HEADER = 40;
const V4_HEADER = 108;
const BI_RGB = 0;
const BI_BITFIELDS = 3;
const METERS_PER_INCH = 0.0254;
/** LCS_sRGB: the letters `sRGB`. */
const SRGB = 0x73524742;
const GREYS = 256;

/**
 * Encodes a BMP, rows from the bottom: 8 bits a pixel with a palette of greys, 24 bits, or 32 with transparency. Rows are padded to
 * multiples of 4 bytes. sharp does not write BMP.
 */
export function encodeBmp(pixels: Pixels, density: number | null): Buffer {
  const { width, height, channels } = pixels;
  const hasAlpha = holdsAlpha(pixels);
  const bytes = hasAlpha ? 4 : channels === 1 ? 1 : 3;
  const header = hasAlpha ? V4_HEADER : INFO_HEADER;
  const start = FILE_HEADER + header + (bytes === 1 ? GREYS * 4 : 0);
  const stride = Math.ceil((width * bytes) / 4) * 4;
  const file = Buffer.alloc(start + stride * height);
  file.write('BM', 0, 'latin1');
  file.writeUInt32LE(file.length, 2);
  file.writeUInt32LE(start, 10);
  file.writeUInt32LE(header, 14);
  file.writeInt32LE(width, 18);
  file.writeInt32LE(height, 22);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(bytes * 8, 28);
  file.writeUInt32LE(hasAlpha ? BI_BITFIELDS : BI_RGB, 30);
  file.writeUInt32LE(stride * height, 34);
  const perMeter = density === null ? 0 : Math.round(density / METERS_PER_INCH);
  file.writeInt32LE(perMeter, 38);
  file.writeInt32LE(perMeter, 42);
  if (hasAlpha) writeMasks(file);
  if (bytes === 1) writeGreys(file, FILE_HEADER + header);
  putRows(pixels, file, { start, stride, bytes, order: 'from below' });
  return file;
}

/** Writes which bits of a pixel are red, green, blue and alpha. */
function writeMasks(file: Buffer): void {
  for (const [index, mask] of [0xff0000, 0xff00, 0xff, 0xff000000].entries()) file.writeUInt32LE(mask, 54 + index * 4);
  file.writeUInt32LE(SRGB, 70);
}

function writeGreys(file: Buffer, start: number): void {
  file.writeUInt32LE(GREYS, 46);
  for (let grey = 0; grey < GREYS; grey += 1) file.writeUInt32LE(grey * 0x10101, start + grey * 4);
}
