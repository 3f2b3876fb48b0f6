import { type ByteSource, u16le, u32le } from '../../../src/files/formats/byte-source.ts';

const HEADER = 6;
const ENTRY = 16;

/** Reads a side; 256 is written as 0. */
const side = (head: Buffer, at: number): number => head[at] || 256;

/**
 * Returns the index of the largest picture of an icon or cursor; of equal ones the deepest in colour or longest in bytes.
 * @param head the first bytes of the file (Microsoft, "Icons", ICONDIR and ICONDIRENTRY)
 */
export function largestIcon(head: Buffer): number {
  const pictures = Array.from({ length: Math.max(1, u16le(head, 4)) }, (_, index) => {
    const at = HEADER + index * ENTRY;
    return { index, pixels: side(head, at) * side(head, at + 1), bytes: u32le(head, at + 8) };
  });
  return pictures.reduce((best, each) =>
    each.pixels > best.pixels || (each.pixels === best.pixels && each.bytes > best.bytes) ? each : best,
  ).index;
}

/** Header bytes of a bitmap in an icon, without masks and profiles. */
const USUAL_HEADER = 40;
const PNG_SIGNATURE = 0x474e5089;

/** Returns whether the largest picture has a later header (BITMAPV4HEADER, BITMAPV5HEADER), whose end ImageMagick takes for pixels. */
export async function hasLateHeader(source: ByteSource): Promise<boolean> {
  const at = u32le(source.head, HEADER + largestIcon(source.head) * ENTRY + 12);
  const size = u32le(await source.read(at, 4), 0);
  return size !== USUAL_HEADER && size !== PNG_SIGNATURE;
}
