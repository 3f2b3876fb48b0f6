// The files of one job of a worker process: its inputs, its results, and its leftovers.
import { copyFile, link, lstat, mkdir, opendir, rename, symlink, unlink } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { onDisk } from '../../disk/disk.ts';
import { ConversionError } from '../../task/errors.ts';

/** A long-lived worker process could read the input only as a copy, which takes longer than starting one that reads it in place. */
export class LargeCopyError extends ConversionError {
  constructor(size: number) {
    super('internal', 'An input is too large to be copied.', { log: `${size} bytes on another file system` });
  }
}

/**
 * Throws ConversionError `internal` for a link and anything else that is not a file: a program of the task may have left it instead of a
 * file, and this process could follow it where that program could not.
 * @returns its bytes
 */
export async function requireFile(path: string): Promise<number> {
  const info = await lstat(path);
  if (!info.isFile()) throw new ConversionError('internal', 'An input is not a regular file.', { log: path });
  return info.size;
}

/** Whether a worker process may read a file, because it is in one of the folders or is one of the files. */
export const isReadable = (path: string, readable: readonly string[]): boolean =>
  readable.some((root) => isWithin(root, path));

/**
 * Makes a link to or copy of a file, which cannot be changed and leads nowhere else. A symbolic link is copied as a link, which leads
 * nowhere in the sandbox. Throws LargeCopyError, and as `requireFile` does.
 * @param copyLimit bytes of the largest file that is copied
 */
export async function doubleFile(path: string, double: string, copyLimit: number): Promise<void> {
  // Hard links are free, but are not possible across file systems, and not to another user's file.
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

/** Removes files or links that should exist. @returns whether none is left */
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

/** Most files of a job. No conversion makes more, but code that has taken over its program could. */
const MOST_FILES = 100_000;
const DEEPEST = 64;

/**
 * Moves what a job made, except its inputs. Only files and folders: a later reader of a link would read something else. Throws
 * ConversionError `internal` for anything else, `conversion_failed` for too many.
 * @returns whether only inputs are left
 */
export async function moveFiles(from: string, to: string, inputs: ReadonlySet<string> = new Set()): Promise<boolean> {
  if (await onDisk('moveFew', from, to, [...inputs])) return true;
  return moveMany(from, to, inputs, { files: MOST_FILES, depth: DEEPEST });
}

/** @param left how many more files are allowed, counted down */
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

/** Moves a file into a folder that usually exists. @returns false if it was copied */
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
