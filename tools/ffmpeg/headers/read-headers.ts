import { open } from 'node:fs/promises';
import type { SourceFacts } from '../source.ts';
import { flacFacts } from './flac.ts';
import type { HeaderFile } from './header-file.ts';
import { mp3Facts } from './mp3.ts';
import { wavFacts } from './wav.ts';

/** Enough of its beginning to know a plain file by. */
const HEAD_BYTES = 128 * 1024;
/** Smaller files leave ffprobe in doubt what they are. */
const SMALLEST = 4096;

/**
 * What ffprobe would say of a plain WAV, FLAC or MP3 file, read from its headers without starting a program: the same, or null where
 * the file has anything that this does not know to the last detail (covers, chapters, damage, other chunks, tags that are not plain). The
 * corpus test compares both.
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
    // A header that points outside of what was read is none of the plain ones.
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
