import type { Stats } from 'node:fs';
import { type FileHandle, link, lstat, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { stem } from '../../files/filename.ts';
import { copyOpen } from '../../files/folders/opened-files.ts';
import { type OpenedFolder, openFileIn, openFolder, RefusedPath } from '../../files/folders/opened-folder.ts';
import { partName } from '../../files/new-file.ts';

const OTHERS_READ = 0o004;
const OTHERS_WRITE = 0o022;

/** An open file of a watched folder: it stays the same file even if others change what its path leads to. */
export class WatchedFile {
  readonly #folder: OpenedFolder;
  readonly #name: string;
  /** Opened for reading. */
  readonly handle: FileHandle;
  readonly info: Stats;

  /**
   * Opens a file without following links.
   * @param path absolute
   * @returns null if there is nothing any more
   * @throws RefusedPath for what is not converted; otherwise the system's error
   */
  static async open(path: string): Promise<WatchedFile | null> {
    const folder = await unlessMissing(openFolder(dirname(path)));
    if (folder === null) return null;
    try {
      const file = await unlessMissing(openFileIn(folder, basename(path), path));
      if (file !== null) {
        const watched = new WatchedFile(folder, basename(path), file.handle, file.info);
        await watched.#refuseForeign(path).catch(async (error: unknown) => {
          await file.handle.close();
          throw error;
        });
        return watched;
      }
    } catch (error) {
      await folder.close();
      throw error;
    }
    await folder.close();
    return null;
  }

  private constructor(folder: OpenedFolder, name: string, handle: FileHandle, info: Stats) {
    this.#folder = folder;
    this.#name = name;
    this.handle = handle;
    this.info = info;
  }

  async close(): Promise<void> {
    await this.handle.close();
    await this.#folder.close();
  }

  /**
   * A hard link may give a user's folder a name for a file that this user cannot read. The kernel prevents that if `fs.protected_hardlinks`
   * is 1, but not for links made on another machine that shares the folder.
   */
  async #refuseForeign(path: string): Promise<void> {
    const { nlink, mode, uid } = this.info;
    if (nlink === 1 || (mode & OTHERS_READ) !== 0) return;
    const folder = await this.#folder.info();
    // Only the owner of both can have made the link.
    if (folder.uid === uid && (folder.mode & OTHERS_WRITE) === 0) return;
    throw new RefusedPath(`${path} has a second name (hard link), and not every user may read it`);
  }

  /**
   * Moves the file to another folder, which is created if needed. It keeps its name or gets the first free one of `name-2.ext`,
   * `name-3.ext` and so on. Nothing is overwritten.
   * @param reason text of the file `NAME.error.txt` next to it
   * @throws RefusedPath if a link is on the way to the folder; Error if another file has its name by now; the system's error
   */
  async setAside(folder: string, reason: string): Promise<void> {
    const aside = await openFolder(folder, { make: true });
    try {
      const name = await this.#moveTo(aside);
      const part = aside.at(partName());
      await writeFile(part, reason, { flag: 'wx' });
      // A link of that name is replaced.
      await rename(part, aside.at(`${name}.error.txt`)).catch(async (error: unknown) => {
        await rm(part, { force: true });
        throw error;
      });
    } finally {
      await aside.close();
    }
  }

  async #moveTo(folder: OpenedFolder): Promise<string> {
    const base = stem(this.#name);
    const extension = this.#name.slice(base.length);
    for (let number = 1; ; number += 1) {
      const name = number === 1 ? this.#name : `${base}-${number}${extension}`;
      try {
        await this.#linkOrCopy(folder.at(name));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
        continue;
      }
      await rm(this.#folder.at(this.#name));
      return name;
    }
  }

  /** Links the file, or copies it between file systems or if they have no hard links. Fails with EEXIST if the name is taken. */
  async #linkOrCopy(to: string): Promise<void> {
    try {
      await link(this.#folder.at(this.#name), to);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EEXIST' || code === 'ENOENT') throw error;
      await copyOpen(this.handle, to);
      return;
    }
    const { dev, ino } = await lstat(to);
    if (dev === this.info.dev && ino === this.info.ino) return;
    await rm(to);
    throw new Error('it was replaced while it was converted');
  }
}

/**
 * Returns when an output was made, milliseconds since 1970. Null if there is no such file; a link of its name does not count.
 * @throws RefusedPath if a link is on the way to the folder; the system's error if that cannot be checked
 */
export async function outputTime(folder: string, name: string): Promise<number | null> {
  const opened = await unlessMissing(openFolder(folder));
  if (opened === null) return null;
  try {
    const info = await unlessMissing(lstat(opened.at(name)));
    return info?.isFile() ? info.mtimeMs : null;
  } finally {
    await opened.close();
  }
}

const unlessMissing = <Found>(looking: Promise<Found>): Promise<Found | null> =>
  looking.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw error;
  });
