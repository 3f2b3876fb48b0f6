import {
  type ByteSource,
  has,
  openByteSource,
  u16be,
  u16le,
  u32be,
  u32le,
} from '../../../src/files/formats/byte-source.ts';

/** Numeric values of a TIFF's tags (TIFF 6.0), by tag. */
export type TiffTags = ReadonlyMap<number, readonly number[]>;

export const TIFF = {
  width: 256,
  height: 257,
  bits: 258,
  compression: 259,
  photometric: 262,
  samples: 277,
  sampleFormat: 339,
} as const;

const VERSION = 42;
const MAX_ENTRIES = 200;
/** Most values of a tag, as many as a pixel has samples. */
const MAX_VALUES = 16;
const [SHORT, LONG] = [3, 4];

/** Returns the 16-bit and 32-bit values in the first directory of a TIFF; null for BigTIFF, and if there is none. */
export async function readTiffTags(source: ByteSource): Promise<TiffTags | null> {
  const little = has(source.head, 0, 'II');
  const [u16, u32] = little ? [u16le, u32le] : [u16be, u32be];
  if (u16(source.head, 2) !== VERSION) return null;
  const start = u32(source.head, 4);
  const count = Math.min(MAX_ENTRIES, u16(await source.read(start, 2), 0));
  const directory = await source.read(start + 2, count * 12);
  const tags = new Map<number, readonly number[]>();
  for (let entry = 0; entry + 12 <= directory.length; entry += 12) {
    const type = u16(directory, entry + 2);
    if (type !== SHORT && type !== LONG) continue;
    const [bytes, read] = type === SHORT ? ([2, u16] as const) : ([4, u32] as const);
    const length = Math.min(MAX_VALUES, u32(directory, entry + 4));
    // Small values are in the entry itself, larger ones where it points.
    const values =
      length * bytes <= 4
        ? directory.subarray(entry + 8, entry + 12)
        : await source.read(u32(directory, entry + 8), length * bytes);
    tags.set(
      u16(directory, entry),
      Array.from({ length }, (_, index) => read(values, index * bytes)),
    );
  }
  return tags;
}

/** Reads the tags of a file; null also if it is not a regular file. */
export async function readTiffFile(path: string): Promise<TiffTags | null> {
  const source = await openByteSource(path);
  if (source === null) return null;
  try {
    return await readTiffTags(source);
  } finally {
    await source.close();
  }
}
