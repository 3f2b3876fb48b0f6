// The files of one job of a worker process: what it is given, what it made, and the removal of its folders.
import { copyFile, link, mkdir, readdir, rename, rmdir, symlink, unlink } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { ConversionError } from '../task/errors.ts';
import { removeTree } from './private-folder.ts';

/**
 * Puts a link `name` into the job's folder: to the file itself where it lies in one of the folders that the worker process may read, else to
 * its double, made at `otherwise`.
 */
export async function giveInput(
  path: string,
  readable: readonly string[],
  otherwise: string,
  name: string,
): Promise<void> {
  const isReadable = readable.some((root) => isWithin(root, path));
  // Links are free, but are not possible across file systems, and not to another user's file.
  const doubled = isReadable ? null : link(path, otherwise).catch(() => copyFile(path, otherwise));
  await Promise.all([doubled, symlink(isReadable ? path : otherwise, name)]);
}

function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !way.startsWith(sep));
}

/** It usually contains only what we put there: looking for more takes several times as long. */
export async function removeJobFolder(folder: string, inputs: readonly string[]): Promise<void> {
  await Promise.all(inputs.map((name) => unlink(join(folder, name)).catch(() => {})));
  await rmdir(folder).catch(() => removeTree(folder));
}

/** Moves what a job made, but for its inputs. Only files and folders: a link would let whoever reads it later read something else. */
export async function moveFiles(from: string, to: string, inputs: ReadonlySet<string> = new Set()): Promise<void> {
  const [entries] = await Promise.all([readdir(from, { withFileTypes: true }), mkdir(to, { recursive: true })]);
  for (const entry of entries) {
    if (inputs.has(entry.name)) continue;
    const [source, destination] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) {
      await moveFiles(source, destination);
    } else if (entry.isFile()) {
      await rename(source, destination).catch(() => copyFile(source, destination));
    } else {
      throw new ConversionError('internal', 'The engine left something that is neither a file nor a folder.');
    }
  }
}
