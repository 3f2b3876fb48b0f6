import { closeSync, constants, fstatSync, open, read, readlinkSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { promisify } from 'node:util';
import { isBelow } from '../../files/local-source.ts';

const opened = promisify(open);
const readInto = promisify(read);

/** Without waiting for who writes to a pipe. */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Reads small files with two calls that may wait for the disk; a stream takes three times as many. Where the file really is, is asked of
 * its descriptor, so nothing can change in between.
 * @param folders in which files may be
 * @returns reads at most `most` bytes from `start`; null where something is unusual, and a slower way has to say what
 */
export function smallFileReader(
  folders: readonly string[],
): (path: string, start: number, most: number) => Promise<Buffer | null> {
  let roots: readonly string[] = [];

  const isInFolder = async (path: string): Promise<boolean> => {
    if (roots.some((root) => isBelow(path, root))) return true;
    const found = await Promise.all(folders.map((folder) => realpath(folder).catch(() => null)));
    roots = found.filter((root) => root !== null);
    return roots.some((root) => isBelow(path, root));
  };

  return async (path, start, most) => {
    const descriptor = await opened(path, FLAGS).catch(() => null);
    if (descriptor === null) return null;
    try {
      if (!fstatSync(descriptor).isFile() || !(await isInFolder(readlinkSync(`/proc/self/fd/${descriptor}`)))) {
        return null;
      }
      const { bytesRead, buffer } = await readInto(descriptor, Buffer.allocUnsafe(most), 0, most, start);
      return buffer.subarray(0, bytesRead);
    } catch {
      return null;
    } finally {
      closeSync(descriptor);
    }
  };
}
