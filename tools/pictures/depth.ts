import {
  type ByteSource,
  has,
  openByteSource,
  u16be,
  u16le,
  u32be,
  u32le,
} from '../../src/files/formats/byte-source.ts';
import { readJpegHeader } from './jpeg-header.ts';

/** What a picture has that three colours of eight bits cannot hold; null: nothing, as far as its header says. */
export type MoreThanColors = 'more than 8 bits of a color' | 'colors for print';

/** By the header of a PNG, JPEG, TIFF or AVIF; null for other formats. */
export async function moreThanColors(path: string, format: string): Promise<MoreThanColors | null> {
  if (format === 'jpg') return (await readJpegHeader(path))?.components === 4 ? 'colors for print' : null;
  const source = await openByteSource(path);
  if (source === null) return null;
  try {
    if (format === 'png') return source.head[PNG_DEPTH_AT] === 16 ? 'more than 8 bits of a color' : null;
    if (format === 'avif') return isDeepAvif(source.head) ? 'more than 8 bits of a color' : null;
    return format === 'tiff' ? await ofTiff(source) : null;
  } finally {
    await source.close();
  }
}

/** PNG 3, 11.2.1. */
const PNG_DEPTH_AT = 24;

/** The configuration of AV1 (AV1 in ISO Base Media, 2.3.3): its third byte says that samples have 10 or 12 bits. */
function isDeepAvif(head: Buffer): boolean {
  const at = head.indexOf('av1C', 0, 'latin1');
  return at !== -1 && ((head[at + 6] ?? 0) & 0x40) !== 0;
}

const BITS = 258;
const PHOTOMETRIC = 262;
const SAMPLE_FORMAT = 339;
const [SEPARATED, CIELAB] = [5, 8];
const UNSIGNED = 1;
const MAX_ENTRIES = 200;

/** By the first directory (TIFF 6.0, section 2). BigTIFF, which holds what does not fit into a TIFF, counts as having more. */
async function ofTiff(source: ByteSource): Promise<MoreThanColors | null> {
  const little = has(source.head, 0, 'II');
  const [u16, u32] = little ? [u16le, u32le] : [u16be, u32be];
  if (u16(source.head, 2) !== 42) return 'more than 8 bits of a color';
  const at = u32(source.head, 4);
  const directory = await source.read(at + 2, Math.min(MAX_ENTRIES, u16(await source.read(at, 2), 0)) * 12);
  for (let entry = 0; entry + 12 <= directory.length; entry += 12) {
    const tag = u16(directory, entry);
    // Two numbers of 16 bits stand in the entry itself, more where it points.
    const isFar = u32(directory, entry + 4) > 2;
    const value = isFar ? u16(await source.read(u32(directory, entry + 8), 2), 0) : u16(directory, entry + 8);
    if (tag === BITS && value > 8) return 'more than 8 bits of a color';
    if (tag === SAMPLE_FORMAT && value !== UNSIGNED) return 'more than 8 bits of a color';
    if (tag === PHOTOMETRIC && (value === SEPARATED || value === CIELAB)) return 'colors for print';
  }
  return null;
}
