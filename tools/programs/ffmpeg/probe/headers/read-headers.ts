import { open } from 'node:fs/promises';
import type { SourceFacts } from '../source.ts';
import { flacFacts } from './flac.ts';
import type { HeaderFile } from './header-file.ts';
import { mp3Facts } from './mp3.ts';
import { wavFacts } from './wav.ts';

/** Bytes at the beginning that suffice to recognise a plain file. */
const HEAD_BYTES = 128 * 1024;
/** ffprobe is not certain what smaller files are. */
const SMALLEST = 4096;

/**
 * Returns ffprobe's facts for a plain WAV, FLAC or MP3 file, read from its headers without starting a program. Null if the file has
 * anything that this reader does not reproduce exactly (covers, chapters, damage, other chunks, tags that are not plain). The corpus test
 * compares both.
 */
export async function readHeaders(path: string): Promise<SourceFacts | null> {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    if (size < SMALLEST) return null;
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.min(size, HEAD_BYTES)), 0, null, 0);
    const file = { handle, size, head: buffer.subarray(0, bytesRead) };
    return await factsOf(file);
  } catch (error) {
    // Plain headers do not point outside the bytes that were read.
    if (error instanceof RangeError) return null;
    throw error;
  } finally {
    await handle.close();
  }
}

async function factsOf(file: HeaderFile): Promise<SourceFacts | null> {
  switch (file.head.toString('latin1', 0, 4)) {
    case 'RIFF':
      return wavFacts(file);
    case 'fLaC':
      return flacFacts(file);
    default:
      return mp3Facts(file);
  }
}
