import sharp from 'sharp';
import type { Pixels } from '../picture.ts';
import { putRows } from './pixels.ts';

/** The longest side that an entry can state; it is written as 0. */
export const LARGEST_ICON = 256;
/** Sizes that Windows and browsers look for; each that is smaller than the picture is added. */
const SIZES = [16, 24, 32, 48, 64, 128] as const;

const FILE_HEADER = 6;
const ENTRY = 16;
const INFO_HEADER = 40;
const ICON = 1;
const BITS = 32;

interface Entry {
  readonly width: number;
  readonly height: number;
  readonly data: Buffer;
}

/**
 * Encodes an icon with the picture in its own size and smaller ones, the largest first; each keeps the picture's shape. An entry of 256
 * pixels is a PNG, as since Windows Vista; smaller ones are bitmaps of 32 bits, which every program reads.
 * @param pixels at most LARGEST_ICON pixels a side
 */
export async function encodeIco(pixels: Pixels): Promise<Buffer> {
  const own = Math.max(pixels.width, pixels.height);
  const entries: Entry[] = [];
  for (const side of [own, ...SIZES.filter((size) => size < own).reverse()]) entries.push(await entryOf(pixels, side));
  const directory = Buffer.alloc(FILE_HEADER + ENTRY * entries.length);
  directory.writeUInt16LE(ICON, 2);
  directory.writeUInt16LE(entries.length, 4);
  let offset = directory.length;
  for (const [index, { width, height, data }] of entries.entries()) {
    const at = FILE_HEADER + ENTRY * index;
    directory[at] = width % LARGEST_ICON;
    directory[at + 1] = height % LARGEST_ICON;
    directory.writeUInt16LE(1, at + 4);
    directory.writeUInt16LE(BITS, at + 6);
    directory.writeUInt32LE(data.length, at + 8);
    directory.writeUInt32LE(offset, at + 12);
    offset += data.length;
  }
  return Buffer.concat([directory, ...entries.map(({ data }) => data)]);
}

/** @param side the longer side, pixels */
async function entryOf({ data, width, height, channels }: Pixels, side: number): Promise<Entry> {
  const small = sharp(data, { raw: { width, height, channels } })
    .toColourspace('srgb')
    .ensureAlpha()
    .resize({ width: side, height: side, fit: 'inside' });
  if (side === LARGEST_ICON) {
    const png = await small.png().toBuffer({ resolveWithObject: true });
    return { width: png.info.width, height: png.info.height, data: png.data };
  }
  const raw = await small.raw().toBuffer({ resolveWithObject: true });
  const { info } = raw;
  return { width: info.width, height: info.height, data: bitmap({ ...info, data: raw.data, channels: 4 }) };
}

/** Returns a bitmap without file header. Its height includes the mask below the colours, which repeats what is fully transparent. */
function bitmap(pixels: Pixels): Buffer {
  const { data, width, height } = pixels;
  const stride = width * 4;
  const maskStride = Math.ceil(width / 32) * 4;
  const mask = INFO_HEADER + stride * height;
  const file = Buffer.alloc(mask + maskStride * height);
  file.writeUInt32LE(INFO_HEADER, 0);
  file.writeInt32LE(width, 4);
  file.writeInt32LE(height * 2, 8);
  file.writeUInt16LE(1, 12);
  file.writeUInt16LE(BITS, 14);
  file.writeUInt32LE(file.length - INFO_HEADER, 20);
  putRows(pixels, file, { start: INFO_HEADER, stride, bytes: 4, order: 'from below' });
  for (let row = 0; row < height; row += 1) {
    const line = mask + (height - 1 - row) * maskStride;
    for (let column = 0; column < width; column += 1) {
      const isTransparent = data[(row * width + column) * 4 + 3] === 0;
      if (isTransparent) file[line + (column >> 3)] = (file[line + (column >> 3)] ?? 0) | (0x80 >> (column & 7));
    }
  }
  return file;
}
