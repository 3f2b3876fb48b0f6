import type { Pixels } from '../picture.ts';
import { holdsAlpha, putRows } from './pixels.ts';

const HEADER = 18;
/** Footer of Truevision TGA 2.0: two offsets, none here, and the signature by which the format is recognised. */
const FOOTER = Buffer.from(`${'\0'.repeat(8)}TRUEVISION-XFILE.\0`, 'latin1');
const RLE_COLOR = 10;
const RLE_GREY = 11;
const FROM_ABOVE = 0x20;
/** Maximum number of pixels in a packet. */
const PACKET = 128;
const REPEATED = 0x80;

/**
 * Encodes a Targa file with packed runs of equal pixels: grey (8 bits a pixel), 24 bits, or 32 with transparency. Rows start at the top,
 * since Debian's ImageMagick does not flip those from the bottom; it also writes them upside down.
 */
export function encodeTga(pixels: Pixels): Buffer {
  const { width, height, channels } = pixels;
  const hasAlpha = holdsAlpha(pixels);
  const bytes = hasAlpha ? 4 : channels === 1 ? 1 : 3;
  const rows = Buffer.allocUnsafe(width * height * bytes);
  putRows(pixels, rows, { start: 0, stride: width * bytes, bytes, order: 'from above' });
  // In the worst case, with grey, every third byte needs one more, and so does every row.
  const file = Buffer.alloc(HEADER + Math.ceil((rows.length * 4) / 3) + height + FOOTER.length);
  file[2] = bytes === 1 ? RLE_GREY : RLE_COLOR;
  file.writeUInt16LE(width, 12);
  file.writeUInt16LE(height, 14);
  file[16] = bytes * 8;
  file[17] = FROM_ABOVE | (hasAlpha ? 8 : 0);
  let end = HEADER;
  for (let row = 0; row < height; row += 1) end = packRow(rows, row * width, width, bytes, file, end);
  end += FOOTER.copy(file, end);
  return file.subarray(0, end);
}

/** Makes packets of equal and of different pixels; none crosses the end of the row. Returns where the next one begins. */
function packRow(rows: Buffer, first: number, width: number, bytes: number, file: Buffer, start: number): number {
  let end = start;
  const last = first + width;
  for (let pixel = first; pixel < last; ) {
    const most = Math.min(last, pixel + PACKET);
    let next = pixel + 1;
    while (next < most && areEqual(rows, pixel, next, bytes)) next += 1;
    const isRun = next - pixel > 1;
    if (!isRun) while (next < most && !(next + 1 < last && areEqual(rows, next, next + 1, bytes))) next += 1;
    file[end] = (next - pixel - 1) | (isRun ? REPEATED : 0);
    end += 1 + rows.copy(file, end + 1, pixel * bytes, (isRun ? pixel + 1 : next) * bytes);
    pixel = next;
  }
  return end;
}

function areEqual(rows: Buffer, one: number, other: number, bytes: number): boolean {
  for (let byte = 0; byte < bytes; byte += 1) {
    if (rows[one * bytes + byte] !== rows[other * bytes + byte]) return false;
  }
  return true;
}
