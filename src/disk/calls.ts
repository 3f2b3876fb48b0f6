// What the disk threads do: a few calls of the file system in a row, each of which would take an asynchronous one longer to hand over than to do.
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
 * The first or last bytes of a file, without waiting for who writes to a pipe. No bytes of what is not a regular file.
 * @param most bytes from the start, at most; negative: from the end
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

/** Makes a folder of an unused name, which only this user can enter, with a folder in it. @returns its path */
function makeNestedFolder(prefix: string, inner: string): string {
  const folder = mkdtempSync(prefix);
  try {
    mkdirSync(join(folder, inner));
  } catch (error) {
    // On a disk that is full: who asked has nothing to remove.
    rmdirSync(folder);
    throw error;
  }
  return folder;
}

/** Where a path really leads. */
export interface Found {
  /** Without links. */
  readonly path: string;
  readonly isFile: boolean;
  /** Bytes. */
  readonly size: number;
}

/** Follows links. Throws the system's error where nothing is there. */
function find(path: string): Found {
  const real = realpathSync.native(path);
  const info = statSync(real);
  return { path: real, isFile: info.isFile(), size: info.size };
}

/** Files and folders that are moved or removed at once; more of them would hold up others. */
const SMALL_TREE = 64;

/** Removes a folder where little is in it. @returns false if something is left */
function removeSmallTree(folder: string): boolean {
  if (!emptySmallFolder(folder)) return false;
  try {
    rmdirSync(folder);
    return true;
  } catch {
    return !existsSync(folder);
  }
}

/** Removes what is in a folder where that is little. @returns false if something is left */
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

/** What is in a folder. Throws where that is more than `most`. */
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

/** Moves the files in a folder to another. @returns false where something else is left in it than `except` */
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

/** What a new file gets in a folder. Its mode follows from the process's mask, or from the folder's access control list. */
export interface NewFile {
  readonly uid: number;
  /** Permissions alone. */
  readonly mode: number;
}

/** Makes a file and removes it. @returns what it got */
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
  /** Whether the folder is to be made where it is missing. */
  readonly isNew: boolean;
  readonly name: string;
  /** Its name in the folder until it is complete. */
  readonly part: string;
  /** What a new file gets there, in the new folder where `isNew`; null: not known. */
  readonly like: NewFile | null;
  /** Bytes at most. */
  readonly most: number;
  /** Files that it may not replace. */
  readonly protectedPaths: readonly string[];
}

export type SmallStored =
  | {
      readonly state: 'stored';
      readonly size: number;
      readonly checksum: string;
      /** Whether the folder was made. */
      readonly isNew: boolean;
      readonly like: NewFile;
    }
  /** Nothing was changed, except that the folder may be there: a slower way can do it, or say what is the matter. */
  | { readonly state: 'unusual' };

/** Moves an output into its folder, with its checksum (MD5); it and its name are on the disk then. */
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
    // Of another owner, or with a second name, it has to be copied.
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

/** With the one it is in, where that is missing too. @returns false where something of that name is there */
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
    // Another output of the same task was quicker.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  mkdirSync(path);
  return true;
}

/** So that the name outlives a crash of the machine as the content does. Some network file systems cannot. */
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
  /** Beside it: its name until then. */
  readonly part: string;
  readonly text: string;
  /** Whether it takes the place of what has its name. */
  readonly replaces: boolean;
}

/** Unlike a renamed file, a link never replaces what has the name. Some network file systems have none; a copy may be seen half. */
const NO_LINKS: ReadonlySet<string | undefined> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

/** Writes a text that only this user may read. @returns false where something of its name is there, and stays */
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
    // It is a part that nobody takes for an output.
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

/** Fewer at the end of the file. */
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

/** All of them, by name. */
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
