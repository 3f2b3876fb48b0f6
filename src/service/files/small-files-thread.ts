/**
 * A thread that reads small files, many for each message, so that calls that wait for the disk block nobody else. The answer is one buffer
 * with all their bytes.
 */

import { closeSync, constants, fstatSync, openSync, readlinkSync, readSync, realpathSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { isBelow } from '../../files/fetch/local-source.ts';

/** The part of a file to read: at most `most` bytes from `start`. */
export interface SmallRead {
  readonly path: string;
  readonly start: number;
  readonly most: number;
}

/** Parts of the buffer, in the order of the requests. */
export interface SmallReads {
  readonly bytes: ArrayBuffer;
  /** Lengths of the parts. -1 if something is unusual, which a slower way has to report. */
  readonly lengths: readonly number[];
}

/** Does not wait for a writer of a pipe. */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Folders that the files may be in. */
const folders: readonly string[] = workerData ?? [];
let roots: readonly string[] = [];

/** The real path is read from the file's descriptor, so nothing can change in between. */
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

/** @returns number of bytes read into the buffer, at the offset */
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
