// The work of the disk threads: a few file system calls in a row. Calling each asynchronously would take longer than the call itself.
import { createHash } from 'node:crypto';
import {
  closeSync,
  constants,
  copyFileSync,
  type Dirent,
  existsSync,
  fchmodSync,
  fstatSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  opendirSync,
  openSync,
  readSync,
  realpathSync,
  renameSync,
  rmdirSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** A part of a file. */
export interface FilePart {
  readonly isFile: boolean;
  /** Bytes of the whole file. */
  readonly size: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Reads the first or last bytes of a file, without waiting for the writer of a pipe. Returns no bytes if it is not a regular file.
 * @param most largest number of bytes from the start; negative: from the end
 */
function readPart(path: string, most: number): FilePart {
  return withFile(path, constants.O_RDONLY | constants.O_NONBLOCK, (file) => {
    const info = fstatSync(file);
    const isFile = info.isFile();
    const length = isFile ? Math.min(Math.abs(most), info.size) : 0;
    const bytes = readFully(file, length, most < 0 ? info.size - length : 0);
    return { isFile, size: info.size, bytes };
  });
}

/** Creates a folder with an unused name, which only this user can enter, with a folder in it. @returns its path */
function makeNestedFolder(prefix: string, inner: string): string {
  const folder = mkdtempSync(prefix);
  try {
    mkdirSync(join(folder, inner));
  } catch (error) {
    // The disk is full: the caller has nothing to remove.
    rmdirSync(folder);
    throw error;
  }
  return folder;
}

/** Target of a path without links. */
export interface Found {
  /** Path without links. */
  readonly path: string;
  readonly isFile: boolean;
  /** Bytes. */
  readonly size: number;
}

/** Follows links. Throws the system's error if nothing is there. */
function find(path: string): Found {
  const real = realpathSync.native(path);
  const info = statSync(real);
  return { path: real, isFile: info.isFile(), size: info.size };
}

/** Most files and folders that are moved or removed at once; more would delay other calls. */
const SMALL_TREE = 64;

/** Removes a folder with few entries. @returns false if something is left */
function removeSmallTree(folder: string): boolean {
  if (!emptySmallFolder(folder)) return false;
  try {
    rmdirSync(folder);
    return true;
  } catch {
    return !existsSync(folder);
  }
}

/** Empties a folder with few entries. @returns false if something is left */
function emptySmallFolder(folder: string): boolean {
  let left = SMALL_TREE;
  const empty = (path: string): void => {
    const entries = few(path, left);
    left -= entries.length;
    for (const entry of entries) {
      const inside = join(path, entry.name);
      if (entry.isDirectory()) {
        empty(inside);
        rmdirSync(inside);
      } else unlinkSync(inside);
    }
  };
  try {
    empty(folder);
    return true;
  } catch {
    return !existsSync(folder);
  }
}

/** Returns the entries of a folder. Throws if there are more than `most`. */
function few(folder: string, most: number): Dirent[] {
  const found: Dirent[] = [];
  const listing = opendirSync(folder);
  try {
    for (let entry = listing.readSync(); entry !== null; entry = listing.readSync()) {
      if (found.push(entry) > most) throw new Error('too many files');
    }
  } finally {
    listing.closeSync();
  }
  return found;
}

/** Moves the files in a folder to another. @returns false if anything else than `except` is left */
function moveFew(from: string, to: string, except: readonly string[]): boolean {
  try {
    const entries = few(from, SMALL_TREE + except.length).filter(({ name }) => !except.includes(name));
    if (!entries.every((entry) => entry.isFile())) return false;
    for (const { name } of entries) renameSync(join(from, name), join(to, name));
    return true;
  } catch {
    return false;
  }
}

/** Properties of a new file in a folder. Its mode results from the process's mask, or from the folder's access control list. */
export interface NewFile {
  readonly uid: number;
  /** Only the permission bits. */
  readonly mode: number;
}

/** Creates a file and removes it. @returns its properties */
function tryNewFile(path: string): NewFile {
  const file = openSync(path, 'wx', 0o666);
  try {
    const { uid, mode } = fstatSync(file);
    return { uid, mode: mode & 0o777 };
  } finally {
    closeSync(file);
    removeQuietly(path);
  }
}

/** How an output is stored. */
export interface SmallOutput {
  /** Where the program left it, on the same file system. */
  readonly path: string;
  readonly folder: string;
  /** Whether to create the folder if it is missing. */
  readonly isNew: boolean;
  readonly name: string;
  /** Its name in the folder until it is complete. */
  readonly part: string;
  /** Properties of a new file there, in the new folder if `isNew`; null: not known. */
  readonly like: NewFile | null;
  /** Largest size, bytes. */
  readonly most: number;
  /** Files that it may not replace. */
  readonly protectedPaths: readonly string[];
}

export type SmallStored =
  | {
      readonly state: 'stored';
      readonly size: number;
      readonly checksum: string;
      /** Whether the folder was created. */
      readonly isNew: boolean;
      readonly like: NewFile;
    }
  /** Nothing was changed, except that the folder may exist now: a slower way can store it, or report the problem. */
  | { readonly state: 'unusual' };

/** Moves an output into its folder and computes its checksum (MD5); then the file and its name are on the disk. */
function storeSmall(output: SmallOutput): SmallStored {
  const { path, folder, name, part, protectedPaths } = output;
  const UNUSUAL = { state: 'unusual' } as const;
  const target = join(folder, name);
  const moved = join(folder, part);
  let [isNew, like] = [output.isNew, output.like];
  try {
    if (isNew && !makeFolder(folder)) [isNew, like] = [false, null];
    if (!isNew && protectedPaths.length > 0 && statSync(target, { throwIfNoEntry: false }) !== undefined)
      return UNUSUAL;
    like ??= tryNewFile(moved);
    renameSync(path, moved);
  } catch {
    return UNUSUAL;
  }
  try {
    const digest = withFile(moved, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK, (file) => {
      const info = fstatSync(file);
      if (!info.isFile() || info.size > output.most || info.nlink !== 1 || info.uid !== like.uid) return null;
      if ((info.mode & 0o7777) !== like.mode) fchmodSync(file, like.mode);
      const bytes = readFully(file, info.size, 0);
      if (bytes.length < info.size) throw new Error('the output became shorter while it was being stored');
      fsyncSync(file);
      return { size: info.size, checksum: createHash('md5').update(bytes).digest('hex') };
    });
    // If it has another owner or a second name, it must be copied.
    if (digest === null) {
      renameSync(moved, path);
      return UNUSUAL;
    }
    renameSync(moved, target);
    syncFolder(folder);
    return { state: 'stored', ...digest, isNew, like };
  } catch (error) {
    removeQuietly(moved);
    throw error;
  }
}

/** Creates a folder, and its parent if that is missing too. @returns false if something with that name exists */
function makeFolder(path: string, parent = dirname(path)): boolean {
  try {
    mkdirSync(path);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    if (code !== 'ENOENT' || parent === path) throw error;
  }
  try {
    mkdirSync(parent);
  } catch (error) {
    // Another output of the same task was faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  mkdirSync(path);
  return true;
}

/** Makes the name survive a crash of the machine, as the content does. Some network file systems cannot. */
function syncFolder(folder: string): void {
  withFile(folder, constants.O_RDONLY | constants.O_DIRECTORY, (file) => {
    try {
      fsyncSync(file);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'EINVAL' && code !== 'ENOTSUP') throw error;
    }
  });
}

/** A text that gets its name when it is complete. */
export interface NewText {
  readonly path: string;
  /** Its name in the same folder until then. */
  readonly part: string;
  readonly text: string;
  /** Whether it replaces an existing file. */
  readonly replaces: boolean;
}

/** Errors of file systems without hard links. Unlike a rename, a link never replaces a file; a copy may be seen incomplete. */
const NO_LINKS: ReadonlySet<string | undefined> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

/** Writes a text that only this user may read. @returns false if its name already exists, and keeps that */
function writeText({ path, part, text, replaces }: NewText): boolean {
  try {
    writeFileSync(part, text, { flag: 'wx', mode: 0o600 });
    if (replaces) {
      renameSync(part, path);
      return true;
    }
    const isNew = linkOrCopy(part, path);
    unlinkSync(part);
    return isNew;
  } catch (error) {
    removeQuietly(part);
    throw error;
  }
}

function linkOrCopy(part: string, path: string): boolean {
  try {
    linkSync(part, path);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    if (!NO_LINKS.has(code)) throw error;
  }
  try {
    copyFileSync(part, path, constants.COPYFILE_EXCL);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function removeQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Nobody mistakes the part for an output.
  }
}

function withFile<Result>(path: string, flags: number, use: (file: number) => Result): Result {
  const file = openSync(path, flags);
  try {
    return use(file);
  } finally {
    closeSync(file);
  }
}

/** Returns fewer bytes at the end of the file. */
function readFully(file: number, length: number, from: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  let filled = 0;
  while (filled < length) {
    const count = readSync(file, bytes, filled, length - filled, from + filled);
    if (count === 0) break;
    filled += count;
  }
  return filled === length ? bytes : bytes.slice(0, filled);
}

/** All calls, by name. */
export const CALLS = {
  readPart,
  find,
  makeNestedFolder,
  moveFew,
  emptySmallFolder,
  removeSmallTree,
  tryNewFile,
  storeSmall,
  writeText,
};
