import { type ByteSource, openByteSource } from '../../../src/files/formats/byte-source.ts';
import { readJpegHeader } from './jpeg-header.ts';
import { readTiffTags, TIFF } from './tiff-tags.ts';

/** Colours of a picture that three 8-bit channels cannot represent; null if its header shows none. */
export type MoreThanColors = 'more than 8 bits of a color' | 'colors for print';

/** Reads the header of a PNG, JPEG, TIFF or AVIF; returns null for other formats. */
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

/** Offset of the bit depth (PNG 3, 11.2.1). */
const PNG_DEPTH_AT = 24;

/** Whether the third byte of the AV1 configuration (AV1 in ISO Base Media, 2.3.3) says that samples have 10 or 12 bits. */
function isDeepAvif(head: Buffer): boolean {
  const at = head.indexOf('av1C', 0, 'latin1');
  return at !== -1 && ((head[at + 6] ?? 0) & 0x40) !== 0;
}

const [SEPARATED, CIELAB] = [5, 8];
const UNSIGNED = 1;

/** Reads the first directory (TIFF 6.0, section 2). BigTIFF, which is for what does not fit into a TIFF, counts as having more. */
async function ofTiff(source: ByteSource): Promise<MoreThanColors | null> {
  const tags = await readTiffTags(source);
  if (tags === null) return 'more than 8 bits of a color';
  const [bits = 1] = tags.get(TIFF.bits) ?? [];
  const [format = UNSIGNED] = tags.get(TIFF.sampleFormat) ?? [];
  if (bits > 8 || format !== UNSIGNED) return 'more than 8 bits of a color';
  const [photometric] = tags.get(TIFF.photometric) ?? [];
  return photometric === SEPARATED || photometric === CIELAB ? 'colors for print' : null;
}
