// The files of one job of a worker process: what it is given, what it made, and what is left of it.
import { copyFile, link, lstat, mkdir, opendir, rename, symlink, unlink } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { onDisk } from '../../disk/disk.ts';
import { ConversionError } from '../../task/errors.ts';

/** A worker process that stays could read an input as a copy only, which would take longer than the start of one that reads it in place. */
export class LargeCopyError extends ConversionError {
  constructor(size: number) {
    super('internal', 'An input is too large to be copied.', { log: `${size} bytes on another file system` });
  }
}

/**
 * Throws ConversionError `internal` for a link and whatever else is not a file: a program of the task may have left it in place of a file that
 * it was to make, and this process could follow where that program could not.
 * @returns its bytes
 */
export async function requireFile(path: string): Promise<number> {
  const info = await lstat(path);
  if (!info.isFile()) throw new ConversionError('internal', 'An input is not a regular file.', { log: path });
  return info.size;
}

/** Whether a file lies in one of the folders, or is one of the files, that a worker process may read. */
export const isReadable = (path: string, readable: readonly string[]): boolean =>
  readable.some((root) => isWithin(root, path));

/**
 * Makes a double of a file, which can neither be changed nor lead elsewhere. A link becomes a link, which leads nowhere in the sandbox.
 * Throws LargeCopyError, and as `requireFile`.
 * @param copyLimit bytes of the largest file that is copied
 */
export async function doubleFile(path: string, double: string, copyLimit: number): Promise<void> {
  // Links are free, but are not possible across file systems, and not to another user's file.
  await link(path, double).catch(async () => {
    const size = await requireFile(path);
    if (size > copyLimit) throw new LargeCopyError(size);
    await copyFile(path, double);
  });
}

/** Puts a link to each input into the job's folder, under its name. */
export async function linkInputs(given: Readonly<Record<string, string>>, folder: string): Promise<void> {
  await Promise.all(Object.entries(given).map(([name, path]) => symlink(path, join(folder, name))));
}

function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !way.startsWith(sep));
}

/** Removes files or links that should be there. @returns whether none is left */
export async function removeFiles(paths: readonly string[]): Promise<boolean> {
  const removed = await Promise.all(
    paths.map((path) =>
      unlink(path).then(
        () => true,
        (error: NodeJS.ErrnoException) => error.code === 'ENOENT',
      ),
    ),
  );
  return removed.every(Boolean);
}

/** No conversion makes more; code that has taken over its program could. */
const MOST_FILES = 100_000;
const DEEPEST = 64;

/**
 * Moves what a job made, but for its inputs. Only files and folders: a link would let whoever reads it later read something else.
 * Throws ConversionError `internal` for anything else, `conversion_failed` for too many.
 * @returns whether only inputs are left
 */
export async function moveFiles(from: string, to: string, inputs: ReadonlySet<string> = new Set()): Promise<boolean> {
  if (await onDisk('moveFew', from, to, [...inputs])) return true;
  return moveMany(from, to, inputs, { files: MOST_FILES, depth: DEEPEST });
}

/** @param left how many more there may be, counted down */
async function moveMany(
  from: string,
  to: string,
  inputs: ReadonlySet<string>,
  left: { files: number; readonly depth: number },
): Promise<boolean> {
  let isEmpty = true;
  for await (const entry of await opendir(from)) {
    if (inputs.has(entry.name)) continue;
    left.files -= 1;
    if (left.files < 0 || left.depth === 0) {
      const message = `The conversion made more than ${MOST_FILES} files, or folders in ${DEEPEST} others, and was given up.`;
      throw new ConversionError('conversion_failed', message);
    }
    const [source, destination] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) {
      await mkdir(destination, { recursive: true });
      const below = { files: left.files, depth: left.depth - 1 };
      await moveMany(source, destination, new Set(), below);
      left.files = below.files;
      isEmpty = false;
    } else if (entry.isFile()) {
      isEmpty = (await moveFile(source, destination, to)) && isEmpty;
    } else {
      throw new ConversionError('internal', 'The engine left something that is neither a file nor a folder.');
    }
  }
  return isEmpty;
}

/** Into a folder that is mostly there. @returns false if it was copied */
async function moveFile(source: string, destination: string, folder: string): Promise<boolean> {
  try {
    await rename(source, destination).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      await mkdir(folder, { recursive: true });
      await rename(source, destination);
    });
    return true;
  } catch {
    await copyFile(source, destination);
    return false;
  }
}
