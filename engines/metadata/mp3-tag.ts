import { createReadStream, createWriteStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

/** Writes an MP3 file with the frames of one, byte for byte, and the ID3v2 tag of another. */
export async function withTagOf(tagged: string, frames: string, path: string): Promise<void> {
  const { start: tagBytes } = await framesOf(tagged);
  const { start, end } = await framesOf(frames);
  // An empty range would be the whole file.
  if (tagBytes > 0) await pipeline(createReadStream(tagged, { end: tagBytes - 1 }), createWriteStream(path));
  if (end > start)
    await pipeline(createReadStream(frames, { start, end: end - 1 }), createWriteStream(path, { flags: 'a' }));
}

/** Real files have one tag, or two from careless programs. */
const MOST_TAGS = 8;
const ID3V1_BYTES = 128;
const APE_BYTES = 32;

/** Returns where the frames are: after ID3v2 tags, before APE and ID3v1 tags. Tags that would leave no frames are none. */
async function framesOf(path: string): Promise<{ readonly start: number; readonly end: number }> {
  const file = await open(path);
  try {
    let { size: end } = await file.stat();
    let start = 0;
    for (let tag = 0; tag < MOST_TAGS; tag += 1) {
      const next = start + id3Bytes(await read(file, start, 10));
      if (next >= end) break;
      start = next;
    }
    // In either order.
    for (let tag = 0; tag < MOST_TAGS; tag += 1) {
      const before = end - (await trailingBytes(file, end));
      if (before === end || before <= start) break;
      end = before;
    }
    return { start, end };
  } finally {
    await file.close();
  }
}

/** Returns the length of an ID3v2 tag by its header; 0 for anything else. */
function id3Bytes(header: Buffer): number {
  if (header.toString('latin1', 0, 3) !== 'ID3') return 0;
  const hasFooter = ((header[5] ?? 0) & 0x10) !== 0;
  return 10 + [...header.subarray(6)].reduce((size, byte) => size * 128 + (byte & 127), 0) + (hasFooter ? 10 : 0);
}

/** Returns the length of the ID3v1 or APE tag that ends at a place; 0 if none does. */
async function trailingBytes(file: FileHandle, end: number): Promise<number> {
  if ((await read(file, end - ID3V1_BYTES, 3)).toString('latin1') === 'TAG') return ID3V1_BYTES;
  const footer = await read(file, end - APE_BYTES, APE_BYTES);
  if (footer.toString('latin1', 0, 8) !== 'APETAGEX') return 0;
  const hasHeader = (footer.readUInt32LE(20) & 0x80000000) !== 0;
  return footer.readUInt32LE(12) + (hasHeader ? APE_BYTES : 0);
}

/** Reads bytes; zeros where the file has none. */
async function read(file: FileHandle, at: number, bytes: number): Promise<Buffer> {
  const buffer = Buffer.alloc(bytes);
  if (at >= 0) await file.read(buffer, 0, bytes, at);
  return buffer;
}
