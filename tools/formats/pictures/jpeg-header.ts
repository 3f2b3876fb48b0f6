import { open } from 'node:fs/promises';

export interface JpegHeader {
  /** Stored width, pixels. */
  readonly width: number;
  readonly height: number;
  /** Colour components: 1 grey, 3, or 4 inks. */
  readonly components: number;
  /** Exif orientation, 1 to 8; 1: not rotated. */
  readonly orientation: number;
}

/** Colour profiles and Exif data before the frame header take some hundred kilobytes at most. */
const HEAD_BYTES = 1024 * 1024;

/** Segments without a length: TEM, RST0 to RST7, SOI (ITU T.81, B.1.1.3). */
const BARE = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
/** Frame headers: SOF0 to SOF15, except DHT, JPG and DAC. */
const FRAME = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
const APP1 = 0xe1;
const SCAN = 0xda;

/** Reads the header of a JPEG; null if no frame header is found. */
export async function readJpegHeader(path: string): Promise<JpegHeader | null> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return parseHeader(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}

function parseHeader(bytes: Buffer): JpegHeader | null {
  let orientation = 1;
  let at = 2;
  while (at + 4 <= bytes.length) {
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff || marker === SCAN) return null;
    // 0xff may be repeated before a marker.
    if (marker === 0xff || BARE(marker)) {
      at += marker === 0xff ? 1 : 2;
      continue;
    }
    const length = bytes.readUInt16BE(at + 2);
    const segment = bytes.subarray(at + 4, at + 2 + length);
    if (FRAME(marker)) {
      if (segment.length < 6) return null;
      const [height, width] = [segment.readUInt16BE(1), segment.readUInt16BE(3)];
      return { width, height, components: segment[5] ?? 0, orientation };
    }
    if (marker === APP1) orientation = exifOrientation(segment) ?? orientation;
    at += 2 + Math.max(2, length);
  }
  return null;
}

const EXIF = 'Exif\0\0';
const ORIENTATION = 0x0112;
const ENTRY_BYTES = 12;

/** Returns tag 274 of the first directory (Exif 2.3, 4.6.4), or null. */
function exifOrientation(segment: Buffer): number | null {
  if (segment.toString('latin1', 0, EXIF.length) !== EXIF) return null;
  const tiff = segment.subarray(EXIF.length);
  if (tiff.length < 8) return null;
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const u16 = (at: number) => (at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  const count = u16(directory);
  for (let index = 0; index < count; index += 1) {
    const at = directory + 2 + index * ENTRY_BYTES;
    if (at + ENTRY_BYTES > tiff.length) return null;
    if (u16(at) === ORIENTATION) return u16(at + 8);
  }
  return null;
}
