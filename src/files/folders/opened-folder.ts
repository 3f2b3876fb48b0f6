import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, mkdir, open } from 'node:fs/promises';
import { join, sep } from 'node:path';

/*
 * Folders in which other users may write. A checked path leads elsewhere as soon as one of them replaces a part of it with a link. So paths
 * are not checked here: a folder is opened name by name, without following links, and its contents are reached through the open folder.
 */

/** Opens only the name, without effect on a pipe or a device. Linux has this flag, but Node has no constant for it. */
const O_PATH = 0o10000000;

const FOLDER = O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/** A link, or something else that is not used in folders where other users may write. Its message says what it is. */
export class RefusedPath extends Error {}

/** Stays the folder that was opened, wherever its path leads by now. */
export class OpenedFolder {
  readonly #handle: FileHandle;
  /** Path of this very folder, valid in this process until it is closed. */
  readonly path: string;

  constructor(handle: FileHandle) {
    this.#handle = handle;
    this.path = pathOf(handle);
  }

  /** Path of the entry with that name. The entry itself may be a link. */
  at(name: string): string {
    return join(this.path, name);
  }

  info(): Promise<Stats> {
    return this.#handle.stat();
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}

const pathOf = ({ fd }: FileHandle): string => `/proc/self/fd/${fd}`;

/**
 * Opens a folder without following any link on the way to it.
 * @param path absolute
 * @param make whether missing folders are created
 * @throws RefusedPath for a link; the system's error otherwise, also if it is missing
 */
export async function openFolder(path: string, { make = false } = {}): Promise<OpenedFolder> {
  let folder = await open(sep, FOLDER);
  try {
    let done = '';
    for (const name of path.split(sep).filter(Boolean)) {
      done = `${done}${sep}${name}`;
      const inside = await openInside(join(pathOf(folder), name), done, make);
      await folder.close();
      folder = inside;
    }
    return new OpenedFolder(folder);
  } catch (error) {
    await folder.close();
    throw error;
  }
}

/** @param shown name of `inside` in errors */
async function openInside(inside: string, shown: string, make: boolean): Promise<FileHandle> {
  try {
    return await open(inside, FOLDER).catch(async (error: NodeJS.ErrnoException) => {
      if (!make || error.code !== 'ENOENT') throw error;
      // Another process may create it at the same time.
      await mkdir(inside).catch((failure: NodeJS.ErrnoException) => {
        if (failure.code !== 'EEXIST') throw failure;
      });
      return open(inside, FOLDER);
    });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOTDIR' && (await mayBeLink(inside))) throw linkRefused(shown);
    throw Object.assign(new Error(message.replace(inside, shown)), { code });
  }
}

/** Checks an entry that was not a folder: if it is a folder now, it was a link before. */
const mayBeLink = (path: string): Promise<boolean> =>
  lstat(path).then(
    (info) => info.isSymbolicLink() || info.isDirectory(),
    () => false,
  );

const linkRefused = (shown: string): RefusedPath =>
  new RefusedPath(`${shown} is a symbolic link, which is not followed`);

export interface OpenedFile {
  /** Open for reading. */
  readonly handle: FileHandle;
  readonly info: Stats;
}

/**
 * Opens a regular file in a folder for reading. Nothing else is opened, so that nothing can block.
 * @param shown name for errors
 * @throws RefusedPath for a link, a folder, a pipe or a device; the system's error otherwise
 */
export async function openFileIn(folder: OpenedFolder, name: string, shown: string): Promise<OpenedFile> {
  const named = await open(folder.at(name), O_PATH | constants.O_NOFOLLOW);
  try {
    const info = await named.stat();
    if (info.isSymbolicLink()) throw linkRefused(shown);
    if (!info.isFile()) throw new RefusedPath(`${shown} is not a regular file`);
    return { handle: await open(pathOf(named), constants.O_RDONLY | constants.O_NONBLOCK), info };
  } finally {
    await named.close();
  }
}
