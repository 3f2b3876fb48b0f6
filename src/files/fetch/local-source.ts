import { realpath } from 'node:fs/promises';
import { basename, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onDisk } from '../../disk/disk.ts';
import { ConversionError } from '../../task/errors.ts';

/** Which local files `file:` inputs may name: all (the local runner), those below these folders, or none. */
export type LocalFiles = boolean | readonly string[];

export interface LocalSource {
  /** Absolute path without links. */
  readonly path: string;
  /** Name in the URL. */
  readonly filename: string;
  /** Bytes. */
  readonly size: number;
}

/**
 * Finds the regular file that a `file:` URL names; it is used in place. A link that leads out of the allowed folders is refused, and
 * outside of them the answer does not reveal whether a file exists. Senders of tasks must not be able to write to an allowed folder: the
 * file could be exchanged between this check and a program's reading.
 * @throws ConversionError `input_source_unsupported`, `input_not_found`
 */
export async function resolveLocalSource(url: URL, allowed: LocalFiles): Promise<LocalSource> {
  if (allowed === false || (allowed !== true && allowed.length === 0)) {
    throw unsupported('file: inputs are read by the local runner only, or from folders that the operator allows.');
  }
  const asked = pathOfUrl(url);
  const name = JSON.stringify(basename(asked));
  const folders = allowed === true ? [] : await existing(allowed);
  const inside = (path: string): boolean => allowed === true || folders.some((folder) => isBelow(path, folder));

  const found = await onDisk('find', asked).catch((error: NodeJS.ErrnoException) => {
    const visible = allowed === true || [...folders, ...allowed].some((folder) => isBelow(asked, resolve(folder)));
    throw visible ? unreadable(error, name) : outside(name);
  });
  const { path, isFile, size } = found;
  if (!inside(path)) throw outside(name);
  if (!isFile) throw unsupported(`${name} is a folder or a device, not a file.`);
  return { path, filename: basename(asked), size };
}

/** Returns the real paths of the folders; one that does not exist allows nothing. */
async function existing(folders: readonly string[]): Promise<string[]> {
  const found = await Promise.all(folders.map((folder) => realpath(folder).catch(() => null)));
  return found.filter((folder) => folder !== null);
}

/** Throws ConversionError `input_source_unsupported` if a `file:` URL does not name a local path. */
export function pathOfUrl(url: URL): string {
  try {
    return fileURLToPath(url);
  } catch (cause) {
    const message = 'The file: URL must have the form file:///folder/name, without a host and without encoded slashes.';
    throw new ConversionError('input_source_unsupported', message, { cause });
  }
}

/** Whether the path is in the folder, at any depth. Both are absolute and without links. */
export function isBelow(path: string, folder: string): boolean {
  const rest = relative(folder, path);
  return rest !== '' && rest !== '..' && !rest.startsWith(`..${sep}`);
}

function unsupported(message: string): ConversionError {
  return new ConversionError('input_source_unsupported', message);
}

function outside(name: string): ConversionError {
  return unsupported(`${name} is not in a folder from which file: inputs are allowed.`);
}

function unreadable(cause: NodeJS.ErrnoException, name: string): ConversionError {
  const init = { cause, log: cause.message };
  if (cause.code === 'EACCES' || cause.code === 'EPERM') {
    return new ConversionError('input_source_unsupported', `convertd has no permission to read ${name}.`, init);
  }
  return new ConversionError('input_not_found', `The file ${name} does not exist.`, init);
}
