/**
 * A thread that reads small files, many for each message: here, calls that wait for the disk hold up nobody else. The answer is one
 * buffer with all their bytes.
 */

import { closeSync, constants, fstatSync, openSync, readlinkSync, readSync, realpathSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { isBelow } from '../../files/fetch/local-source.ts';

/** Part of a file that is asked for: at most `most` bytes from `start`. */
export interface SmallRead {
  readonly path: string;
  readonly start: number;
  readonly most: number;
}

/** Parts of the buffer, in the order of what was asked for. */
export interface SmallReads {
  readonly bytes: ArrayBuffer;
  /** -1 where something is unusual, and a slower way has to say what. */
  readonly lengths: readonly number[];
}

/** Without waiting for who writes to a pipe. */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** In which files may be. */
const folders: readonly string[] = workerData ?? [];
let roots: readonly string[] = [];

/** Where the file really is, is asked of its descriptor, so nothing can change in between. */
function isInFolder(path: string): boolean {
  if (roots.some((root) => isBelow(path, root))) return true;
  roots = folders.flatMap((folder) => {
    try {
      return [realpathSync(folder)];
    } catch {
      return [];
    }
  });
  return roots.some((root) => isBelow(path, root));
}

/** @returns how many bytes were read into the buffer, at the offset */
function readInto(buffer: Uint8Array, offset: number, { path, start, most }: SmallRead): number {
  let descriptor: number | null = null;
  try {
    descriptor = openSync(path, FLAGS);
    if (!fstatSync(descriptor).isFile() || !isInFolder(readlinkSync(`/proc/self/fd/${descriptor}`))) return -1;
    return readSync(descriptor, buffer, offset, most, start);
  } catch {
    return -1;
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
}

parentPort?.on('message', (asked: readonly SmallRead[]) => {
  const bytes = new Uint8Array(asked.reduce((sum, { most }) => sum + most, 0));
  let offset = 0;
  const lengths = asked.map((each) => {
    const length = readInto(bytes, offset, each);
    offset += Math.max(0, length);
    return length;
  });
  const answer: SmallReads = { bytes: bytes.buffer, lengths };
  parentPort?.postMessage(answer, [answer.bytes]);
});
