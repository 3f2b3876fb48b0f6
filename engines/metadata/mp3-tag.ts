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

const ID3V1_BYTES = 128;
const APE_BYTES = 32;

/** Returns where the frames are: after ID3v2 tags, before an APE tag and an ID3v1 tag. */
async function framesOf(path: string): Promise<{ readonly start: number; readonly end: number }> {
  const file = await open(path);
  try {
    let { size: end } = await file.stat();
    let start = 0;
    for (
      let head = await read(file, 0, 10);
      head.toString('latin1', 0, 3) === 'ID3';
      head = await read(file, start, 10)
    ) {
      const hasFooter = ((head[5] ?? 0) & 0x10) !== 0;
      start +=
        10 + [...head.subarray(6, 10)].reduce((size, byte) => size * 128 + (byte & 127), 0) + (hasFooter ? 10 : 0);
    }
    if ((await read(file, end - ID3V1_BYTES, 3)).toString('latin1') === 'TAG') end -= ID3V1_BYTES;
    const ape = await read(file, end - APE_BYTES, APE_BYTES);
    if (ape.toString('latin1', 0, 8) === 'APETAGEX') {
      const hasHeader = (ape.readUInt32LE(20) & 0x80000000) !== 0;
      end -= ape.readUInt32LE(12) + (hasHeader ? APE_BYTES : 0);
    }
    return { start, end };
  } finally {
    await file.close();
  }
}

/** Reads bytes; zeros where the file has none. */
async function read(file: FileHandle, at: number, bytes: number): Promise<Buffer> {
  const buffer = Buffer.alloc(bytes);
  if (at >= 0) await file.read(buffer, 0, bytes, at);
  return buffer;
}
