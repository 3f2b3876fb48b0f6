import {
  type ByteSource,
  has,
  openByteSource,
  u16be,
  u16le,
  u32be,
  u32le,
} from '../../../src/files/formats/byte-source.ts';
import type { LocalInput, WorkContext } from '../../../src/work/context.ts';

/** Warns of what LibreOffice does not show of a picture file: pages and frames after the first, and its orientation. */
export async function warnOfLostPictures(input: LocalInput, context: WorkContext): Promise<void> {
  const source = await openByteSource(input.path);
  if (source === null) return;
  try {
    const lost = await lostOf(input.format?.name ?? '', source);
    if (lost !== null) context.warn('output_limited', `Only the first picture of ${input.filename} was used: ${lost}.`);
    const orientation = exifOrientation(source.head);
    if (orientation > 1) {
      const message = `${input.filename} says that it is to be shown turned or mirrored (Exif orientation ${orientation}); it was placed as it is stored.`;
      context.warn('output_limited', message, { orientation });
    }
  } finally {
    await source.close();
  }
}

async function lostOf(format: string, source: ByteSource): Promise<string | null> {
  if (format === 'apng' || (format === 'gif' && source.head.includes('NETSCAPE2.0', 0, 'latin1'))) {
    return 'a document does not move';
  }
  if (format !== 'tiff') return null;
  const pages = await countTiffPages(source);
  return pages > 1 ? `the file has ${pages === MAX_PAGES ? 'many' : pages} pages` : null;
}

/** Maximum number of directories followed, so that a circular chain ends. */
const MAX_PAGES = 40;

/** Counts the pages of a TIFF: directories in the chain that the header begins (TIFF 6.0, section 2). Returns 1 if it is broken. */
export async function countTiffPages(source: ByteSource): Promise<number> {
  const isLittle = has(source.head, 0, 'II*\0');
  if (!isLittle && !has(source.head, 0, 'MM\0*')) return 1;
  const [u16, u32] = isLittle ? [u16le, u32le] : [u16be, u32be];
  let pages = 0;
  for (let at = u32(source.head, 4); at > 0 && pages < MAX_PAGES; pages++) {
    const entries = u16(await source.read(at, 2), 0);
    if (entries <= 0) break;
    at = u32(await source.read(at + 2 + entries * 12, 4), 0);
  }
  return Math.max(1, pages);
}

/** Returns the orientation of a JPEG by its Exif data (Exif 2.32, 4.6.4 A: tag 0x112 of the first directory); 1 (upright) without it. */
export function exifOrientation(head: Buffer): number {
  if (!has(head, 0, '\xff\xd8')) return 1;
  for (let at = 2; head[at] === 0xff && u16be(head, at + 2) >= 2; at += 2 + u16be(head, at + 2)) {
    if (has(head, at, '\xff\xe1') && has(head, at + 4, 'Exif\0\0')) return orientationOf(head.subarray(at + 10));
  }
  return 1;
}

const ORIENTATION = 0x112;

/** `tiff`: the Exif data, which has the structure of a TIFF. */
function orientationOf(tiff: Buffer): number {
  const [u16, u32] = has(tiff, 0, 'II') ? [u16le, u32le] : [u16be, u32be];
  const directory = u32(tiff, 4);
  for (let index = 0; index < u16(tiff, directory); index++) {
    const entry = directory + 2 + index * 12;
    if (u16(tiff, entry) === ORIENTATION) return Math.max(1, u16(tiff, entry + 8));
  }
  return 1;
}
