import { createReadStream, createWriteStream } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { ConversionError } from '../../../src/task/errors.ts';

// TIFF 6.0, section 2: a header, then directories of entries, each with the offset of the next one. libtiff writes little-endian here, and
// only values of more than four bytes and the pixels are stored by offset.

/** Tags whose values are offsets: of strips and of tiles. */
const OF_PIXELS: ReadonlySet<number> = new Set([273, 324]);
const LONG = 4;
/** Bytes of a value, by type. */
const TYPE_BYTES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8] as const;

const FIRST_DIRECTORY = 4;
const ENTRY_BYTES = 12;
/** The largest possible offset. */
const MOST_BYTES = 0xffff_ffff;

/**
 * Joins one-page files written by sharp into one, byte by byte: their pixels stay compressed as they are.
 * @throws ConversionError `conversion_failed` for more than the 4 GiB that a TIFF holds
 */
export async function joinTiffs(paths: readonly string[], output: string, signal: AbortSignal): Promise<void> {
  let length = 0;
  /** Position to which the offset of the next directory is written. */
  let pointer: number | null = null;
  for (const path of paths) {
    signal.throwIfAborted();
    const start = length + (length % 2);
    const { size } = await stat(path);
    if (start + size > MOST_BYTES) {
      const message =
        'The pages have more than 4 GiB together, the most that a TIFF holds. Make them smaller by width.';
      throw new ConversionError('conversion_failed', message, { details: { limit: MOST_BYTES } });
    }
    await pipeline(
      createReadStream(path),
      createWriteStream(output, { flags: pointer === null ? 'wx' : 'r+', start }),
      {
        signal,
      },
    );
    const file = await open(output, 'r+');
    try {
      const directory = start + (await long(file, start + FIRST_DIRECTORY));
      if (pointer !== null) await putLong(file, pointer, directory);
      pointer = await moveDirectory(file, directory, start);
    } finally {
      await file.close();
    }
    length = start + size;
  }
}

/** Adds `start` to all offsets of a directory. Returns the position of the offset of the next one. */
async function moveDirectory(file: FileHandle, directory: number, start: number): Promise<number> {
  const count = (await bytesAt(file, directory, 2)).readUInt16LE(0);
  const entries = await bytesAt(file, directory + 2, count * ENTRY_BYTES);
  for (let at = 0; at < entries.length; at += ENTRY_BYTES) {
    const [tag, type, values] = [entries.readUInt16LE(at), entries.readUInt16LE(at + 2), entries.readUInt32LE(at + 4)];
    const size = (TYPE_BYTES[type] ?? 0) * values;
    const isElsewhere = size > LONG;
    const place = isElsewhere ? entries.readUInt32LE(at + 8) + start : directory + 2 + at + 8;
    if (isElsewhere) entries.writeUInt32LE(place, at + 8);
    if (!OF_PIXELS.has(tag)) continue;
    if (TYPE_BYTES[type] !== LONG) throw new Error(`offsets of pixels are of type ${type}`);
    if (isElsewhere) await moveLongs(file, place, values, start);
    else entries.writeUInt32LE(entries.readUInt32LE(at + 8) + start, at + 8);
  }
  await file.write(entries, 0, entries.length, directory + 2);
  return directory + 2 + entries.length;
}

async function moveLongs(file: FileHandle, at: number, count: number, start: number): Promise<void> {
  const values = await bytesAt(file, at, LONG * count);
  for (let index = 0; index < values.length; index += LONG) {
    values.writeUInt32LE(values.readUInt32LE(index) + start, index);
  }
  await file.write(values, 0, values.length, at);
}

async function bytesAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
  if (bytesRead < length) throw new Error('a page of our own making ends early');
  return buffer;
}

const long = async (file: FileHandle, at: number): Promise<number> => (await bytesAt(file, at, LONG)).readUInt32LE(0);

async function putLong(file: FileHandle, at: number, value: number): Promise<void> {
  const bytes = Buffer.alloc(LONG);
  bytes.writeUInt32LE(value, 0);
  await file.write(bytes, 0, LONG, at);
}
