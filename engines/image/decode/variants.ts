import { openByteSource, u32le } from '../../../src/files/formats/byte-source.ts';
import { damaged } from './decoder.ts';

/** Reads the first bytes of a file. Throws ConversionError `input_damaged` for anything but a regular file. */
export async function headOf(path: string): Promise<Buffer> {
  const source = await openByteSource(path);
  if (source === null) throw damaged('no regular file');
  await source.close();
  return source.head;
}

/** Offset of the major brand in an ISO file, and the brand of an animated AVIF (AV1 Image File Format, 6.3). */
const BRAND = 8;
const AVIF_SEQUENCE = 'avis';

export const isAvifSequence = (head: Buffer): boolean => head.toString('latin1', BRAND, BRAND + 4) === AVIF_SEQUENCE;

/** Types of grey Targa files, raw and packed, and bits per pixel with alpha (Truevision TGA, 2.0). */
const TGA_GREY: ReadonlySet<number> = new Set([3, 11]);
const TGA_TYPE = 2;
const TGA_BITS = 16;

/** Other decoders take its 16-bit pixels for colours of 5 bits each. */
export const isGreyAlphaTga = (head: Buffer): boolean => TGA_GREY.has(head[TGA_TYPE] ?? 0) && head[TGA_BITS] === 16;

/** Offset in a DDS of the pixel storage, and the flag for red, green and blue by masks (Microsoft, "DDS_PIXELFORMAT"). */
const DDS_FLAGS = 80;
const DDS_RGB = 0x40;
const DDS_BITS = 88;

/** Other decoders swap red and blue if blue comes first, or ignore the masks of 24 and 32 bits. */
export const isMaskedDds = (head: Buffer): boolean =>
  (u32le(head, DDS_FLAGS) & DDS_RGB) !== 0 && [24, 32].includes(u32le(head, DDS_BITS));

/** The four letters of a DDS whose pixels a second header describes (Microsoft, "DDS_HEADER_DXT10"). */
const DDS_CODE = 84;
const DX10 = Buffer.from('DX10', 'latin1').readUInt32LE(0);

/** ImageMagick and ffmpeg swap red and blue in some of these files, and support fewer kinds. */
export const isDx10 = (head: Buffer): boolean => head.length >= DDS_CODE + 4 && u32le(head, DDS_CODE) === DX10;

/** Header card of a FITS file (FITS 4.0, 10.1) with a table that holds a picture packed in tiles. */
const TILED = /ZIMAGE {2}= +T\b/;

export const isTiledFits = (head: Buffer): boolean => TILED.test(head.toString('latin1'));

/** Numbers of 8 bits are brightness levels; ImageMagick leaves larger ones too dark. */
export const isMeasuredFits = (head: Buffer): boolean => !/BITPIX {2}= +8\b/.test(head.toString('latin1'));
