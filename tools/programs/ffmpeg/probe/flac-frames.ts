import { createReadStream, createWriteStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type LocalInput, partFolder, type WorkContext } from '../../../../src/work/context.ts';

const MAGIC = 'fLaC';
const BLOCK_HEADER = 4;
const MOST_BLOCKS = 1024;
/** Whether it starts with the first 15 bits of a frame (RFC 9639, 9.1). */
const isFrame = (bytes: Buffer): boolean => bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xfe) === 0xf8;

/**
 * Extracts the frames of a FLAC file, each of which describes its format, if the block STREAMINFO is missing or damaged: ffmpeg cannot read
 * such a file. Null if no frames follow the blocks.
 */
export async function flacFrames(input: LocalInput, context: WorkContext): Promise<LocalInput | null> {
  const start = await firstFrame(input.path);
  if (start === null) return null;
  const path = join(await partFolder(context, 'frames'), 'frames.flac');
  await pipeline(createReadStream(input.path, { start }), createWriteStream(path));
  return { ...input, path, size: (await stat(path)).size };
}

async function firstFrame(path: string): Promise<number | null> {
  const file = await open(path, 'r');
  try {
    const read = async (at: number) => (await file.read(Buffer.alloc(BLOCK_HEADER), 0, BLOCK_HEADER, at)).buffer;
    if ((await read(0)).toString('latin1') !== MAGIC) return null;
    let at = MAGIC.length;
    for (let blocks = 0; blocks < MOST_BLOCKS; blocks += 1) {
      const header = await read(at);
      if (isFrame(header)) return at;
      at += BLOCK_HEADER + header.readUIntBE(1, 3);
    }
    return null;
  } finally {
    await file.close();
  }
}
