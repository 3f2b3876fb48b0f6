import { createHash } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { type FileHandle, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { NewFile } from '../../disk/calls.ts';
import { onDisk } from '../../disk/disk.ts';
import { ConversionError } from '../../task/errors.ts';
import { MAX_FILENAME_BYTES, safeFilename } from '../filename.ts';
import { knownNewFile, newFileIn, partName, rememberNewFile } from '../new-file.ts';
import type { OutputStore, StoredFile } from './output-store.ts';

/** Most bytes read at once. Their MD5 takes well under a millisecond, so the event loop stays free. */
const CHUNK_BYTES = 256 * 1024;

/** Largest file that is read and written at once, bytes: its MD5 takes a millisecond or two, writing it to a disk not much longer. */
const SMALL_BYTES = 1024 * 1024;

/**
 * A folder as the output store; created if it does not exist. A file on the same file system is moved, any other copied. Either way the
 * name appears only when the file is complete and on disk. A link at the destination is replaced, never followed; an output that is a link
 * is refused.
 * @param within folder above it that its new files and folders take their permissions from; default its parent
 */
export function createFolderStore(folder: string, { within = dirname(folder) } = {}): OutputStore {
  const root = resolve(folder);
  const parent = resolve(within);
  /** Whether the folder is known to exist; it may still be removed. */
  let isThere = false;
  const makeRoot = async (): Promise<boolean> => {
    const isNew = !isThere && (await makeFolder(root));
    isThere = true;
    return isNew;
  };
  return {
    async put(path, { filename: name, signal, protectedPaths = [] }) {
      signal.throwIfAborted();
      try {
        checkOutputName(name);
        const small = await putSmall(path, { root, parent, isNew: !isThere, name }, protectedPaths);
        if (small !== null) {
          isThere = true;
          return small;
        }
        const isNew = await makeRoot();
        if (!isNew) await refuseProtected(join(root, name), name, protectedPaths);
        return await store(path, { root, parent, isNew, name, signal });
      } catch (error) {
        signal.throwIfAborted();
        throw storeError(error, name);
      }
    },
    async remove(name) {
      try {
        checkOutputName(name);
        await rm(join(root, name), { force: true });
      } catch (error) {
        throw storeError(error, name);
      }
    },
  };
}

/** Throws Error for a name that is not safe to create in a folder, which is the caller's defect. */
export function checkOutputName(name: string): void {
  if (safeFilename(name, { maxBytes: MAX_FILENAME_BYTES }) !== name) throw new Error(`unsafe name: ${name}`);
}

/**
 * Creates the folder and those above it. `mkdir` with `recursive` never returns if the kernel refuses a new folder as not found, as below
 * /proc (Node 24.21).
 * @returns false if something with that name exists already
 */
export async function makeFolder(path: string): Promise<boolean> {
  const make = () =>
    mkdir(path).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST') return false;
        throw error;
      },
    );
  const parent = dirname(path);
  return make().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' || parent === path) throw error;
    await makeFolder(parent);
    return make();
  });
}

interface Destination {
  readonly root: string;
  /** Folder that a new folder's access control list comes from. */
  readonly parent: string;
  /** Whether the folder was created for this file. */
  readonly isNew: boolean;
  readonly name: string;
  readonly signal: AbortSignal;
}

/** Stores a small file in one call, which cannot be canceled. @returns null if it is not small, or anything is unusual */
async function putSmall(
  path: string,
  { root, parent, isNew, name }: Omit<Destination, 'signal'>,
  protectedPaths: readonly string[],
): Promise<StoredFile | null> {
  const like = (await knownNewFile(isNew ? parent : root)?.catch(() => null)) ?? null;
  const output = { path, folder: root, isNew, name, part: partName(), like, most: SMALL_BYTES, protectedPaths };
  const stored = await onDisk('storeSmall', output);
  if (stored.state === 'unusual') return null;
  if (stored.like !== like) rememberNewFile(stored.isNew ? parent : root, Promise.resolve(stored.like));
  const { size, checksum } = stored;
  return { uri: pathToFileURL(join(root, name)).href, size, checksum };
}

async function store(path: string, destination: Destination): Promise<StoredFile> {
  const { root, name, signal } = destination;
  const part = join(root, partName());
  const taken = await take(path, part, destination);
  try {
    const digest = taken === null ? await copyInto(part, path, signal) : await keepOrCopy(part, taken, signal);
    await rename(part, join(root, name));
    await syncFolder(root);
    return { uri: pathToFileURL(join(root, name)).href, ...digest };
  } catch (error) {
    await rm(part, { force: true, recursive: true });
    throw error;
  }
}

/**
 * Moves the file at `path` to where no program of a task can exchange it, before it is checked.
 * @returns what a new file gets there; null if it is on another file system, so that it must be copied
 */
async function take(path: string, part: string, { root, parent, isNew }: Destination): Promise<NewFile | null> {
  if (!(await moveTo(part, path, root))) return null;
  try {
    return await newFileIn(root, isNew ? parent : root);
  } catch (error) {
    await rm(part, { force: true, recursive: true });
    throw error;
  }
}

/** @returns false if it is on another file system */
async function moveTo(part: string, path: string, root: string): Promise<boolean> {
  const move = () => rename(path, part);
  try {
    await move().catch(async (error: NodeJS.ErrnoException) => {
      // The folder was removed since it was created or seen.
      if (error.code !== 'ENOENT' || !(await makeFolder(root))) throw error;
      await move();
    });
    return true;
  } catch (error) {
    if (isErrno(error) && error.code === 'EXDEV') return false;
    throw error;
  }
}

/** Keeps the moved file if it is like a new one. If it has another owner or a second name, a copy replaces it. */
async function keepOrCopy(part: string, like: NewFile, signal: AbortSignal): Promise<Digest> {
  const file = await openOutput(part);
  try {
    const { size, mode, nlink, uid } = file.info;
    if (nlink !== 1 || uid !== like.uid) {
      await rm(part);
      return await writeCopy(part, file, signal);
    }
    if ((mode & 0o7777) !== like.mode) await file.handle.chmod(like.mode);
    // The file is complete, so the disk can write it while it is read.
    const [digest] = await Promise.all([digestOf(file.handle, size, null, signal), file.handle.sync()]);
    return digest;
  } finally {
    await file.handle.close();
  }
}

async function copyInto(part: string, path: string, signal: AbortSignal): Promise<Digest> {
  const file = await openOutput(path);
  try {
    return await writeCopy(part, file, signal);
  } finally {
    await file.handle.close();
  }
}

/**
 * Copies an open output to a new file and syncs it to disk.
 * @returns the properties of the output, with its MD5
 * @throws the system's error, EEXIST if something has that name; the signal's reason
 */
export async function writeCopy(part: string, { handle, info }: OpenOutput, signal: AbortSignal): Promise<Digest> {
  const copy = await open(part, 'wx', 0o666);
  try {
    const digest = await digestOf(handle, info.size, copy, signal);
    await copy.sync();
    return digest;
  } finally {
    await copy.close();
  }
}

export interface OpenOutput {
  readonly handle: FileHandle;
  readonly info: Stats;
}

/** Opens the output for reading. Throws Error for a link and anything else that is not a regular file. */
export async function openOutput(path: string): Promise<OpenOutput> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const info = await handle.stat();
    if (!info.isFile()) throw new Error('the output is not a regular file');
    return { handle, info };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

type Digest = Pick<StoredFile, 'size' | 'checksum'>;

/** Reads the whole file once, for its digest and into `copy` if there is one. `expected` is its size in bytes. */
async function digestOf(
  source: FileHandle,
  expected: number,
  copy: FileHandle | null,
  signal: AbortSignal,
): Promise<Digest> {
  const hash = createHash('md5');
  // No larger than needed: buffers are collected only with the whole heap, after a few of the largest.
  const buffer = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, expected));
  let size = 0;
  while (size < expected) {
    signal.throwIfAborted();
    const { bytesRead } = await source.read(buffer, 0, Math.min(buffer.length, expected - size), size);
    if (bytesRead === 0) throw new Error('the output became shorter while it was being stored');
    const chunk = buffer.subarray(0, bytesRead);
    hash.update(chunk);
    for (let done = 0; copy !== null && done < bytesRead; ) {
      done += (await copy.write(chunk, done, bytesRead - done, size + done)).bytesWritten;
    }
    size += bytesRead;
  }
  signal.throwIfAborted();
  return { size, checksum: hash.digest('hex') };
}

/** Makes the name of a new file in the folder survive a crash of the machine, as the content does. Some network file systems cannot. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    await handle.sync().catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EINVAL' && error.code !== 'ENOTSUP') throw error;
    });
  } finally {
    await handle.close();
  }
}

async function refuseProtected(target: string, name: string, protectedPaths: readonly string[]): Promise<void> {
  if (protectedPaths.length === 0) return;
  // Follows links: a link to an input counts as the input.
  const existing = await stat(target).catch(() => null);
  if (existing === null) return;
  for (const path of protectedPaths) {
    const info = await stat(path).catch(() => null);
    if (info !== null && isSameFile(info, existing)) {
      const message = `The output "${name}" would replace the input of that name. Choose another output folder or an output_filename.`;
      throw new ConversionError('output_store_failed', message, { details: { filename: name } });
    }
  }
}

function isSameFile(one: Stats, other: Stats): boolean {
  return one.dev === other.dev && one.ino === other.ino;
}

function isErrno(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error;
}

/** Returns the store's error for a file system error with the output `name`. A ConversionError stays unchanged. */
export function storeError(cause: unknown, name: string): unknown {
  if (cause instanceof ConversionError) return cause;
  const code = isErrno(cause) ? cause.code : undefined;
  const init = { cause, log: cause instanceof Error ? cause.message : String(cause) };
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new ConversionError('disk_full', `There is no space left to store the output "${name}".`, init);
  }
  const message = `The output "${name}" could not be stored. Check that the output folder can be written to.`;
  return new ConversionError('output_store_failed', message, init);
}
