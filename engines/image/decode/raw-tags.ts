import {
  type ByteSource,
  has,
  openByteSource,
  u16be,
  u16le,
  u32be,
  u32le,
} from '../../../src/files/formats/byte-source.ts';

const COMPRESSION = 259;
const PHOTOMETRIC = 262;
const SUB_DIRECTORIES = 330;

/** Values for a colour filter array and for linear raw (TIFF/EP 5.1; DNG 1.6, "PhotometricInterpretation"). */
const RAW_PHOTOMETRIC: ReadonlySet<number> = new Set([32803, 34892]);

/** Compressions that only cameras use: Sony, Samsung, Nikon, Kodak, Pentax (ExifTool, "EXIF Compression Values"). */
const RAW_COMPRESSION: ReadonlySet<number> = new Set([32767, 32770, 34713, 65000, 65535, 262]);

const MAX_DIRECTORIES = 16;
const MAX_ENTRIES = 200;

/**
 * Returns whether a TIFF without another mark is a camera's raw picture: one of its directories has pixels behind a colour filter. Read as
 * a TIFF, it would be the small picture for the camera's own screen.
 */
export async function isRawTiff(path: string): Promise<boolean> {
  const source = await openByteSource(path);
  if (source === null) return false;
  try {
    return await hasRawDirectory(source);
  } finally {
    await source.close();
  }
}

async function hasRawDirectory(source: ByteSource): Promise<boolean> {
  const little = has(source.head, 0, 'II');
  const [u16, u32] = little ? [u16le, u32le] : [u16be, u32be];
  const waiting = [u32(source.head, 4)];
  for (let seen = 0; seen < MAX_DIRECTORIES && waiting.length > 0; seen += 1) {
    const at = waiting.shift() ?? 0;
    if (at <= 0) continue;
    const entries = Math.min(MAX_ENTRIES, u16(await source.read(at, 2), 0));
    const directory = await source.read(at + 2, entries * 12 + 4);
    for (let index = 0; index < entries; index += 1) {
      const entry = index * 12;
      const tag = u16(directory, entry);
      const value = u16(directory, entry + 8);
      if (tag === PHOTOMETRIC && RAW_PHOTOMETRIC.has(value)) return true;
      if (tag === COMPRESSION && RAW_COMPRESSION.has(value)) return true;
      if (tag === SUB_DIRECTORIES) waiting.push(...(await offsets(source, directory, entry, u32)));
    }
    waiting.push(u32(directory, entries * 12));
  }
  return false;
}

/** A single offset is in the entry itself; for several, the entry points to them. */
async function offsets(
  source: ByteSource,
  directory: Buffer,
  entry: number,
  u32: (bytes: Buffer, offset: number) => number,
): Promise<number[]> {
  const count = Math.min(MAX_DIRECTORIES, u32(directory, entry + 4));
  const value = u32(directory, entry + 8);
  if (count <= 1) return [value];
  const bytes = await source.read(value, count * 4);
  return Array.from({ length: count }, (_, index) => u32(bytes, index * 4));
}
