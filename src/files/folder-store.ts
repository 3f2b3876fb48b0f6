import { createHash, randomBytes } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ConversionError } from '../task/errors.ts';
import { MAX_FILENAME_BYTES, safeFilename } from './filename.ts';
import type { StoredFile, TaskStore } from './output-store.ts';

/** Bytes read at once, at most; MD5 takes well under a millisecond for it, so the event loop stays free. */
const CHUNK_BYTES = 256 * 1024;

/**
 * A folder as the store of outputs; made where it does not exist. A file on the same file system is moved, any other
 * copied; either way the name appears when the file is complete and on disk, and only then. A link at the destination is
 * replaced, never followed; a file that programs left as a link is refused.
 */
export function createFolderStore(folder: string): TaskStore {
  const root = resolve(folder);
  return {
    async put(path, { filename: name, signal, protectedPaths = [] }) {
      signal.throwIfAborted();
      try {
        if (safeFilename(name, { maxBytes: MAX_FILENAME_BYTES }) !== name) throw new Error(`unsafe name: ${name}`);
        await refuseProtected(join(root, name), name, protectedPaths);
        return await store(path, { root, name, signal });
      } catch (error) {
        signal.throwIfAborted();
        throw storeError(error, name);
      }
    },
    async remove(name) {
      try {
        if (safeFilename(name, { maxBytes: MAX_FILENAME_BYTES }) !== name) throw new Error(`unsafe name: ${name}`);
        await rm(join(root, name), { force: true });
      } catch (error) {
        throw storeError(error, name);
      }
    },
    async keepOnly(filenames) {
      try {
        for (const name of await readdir(root)) {
          if (!filenames.includes(name)) await rm(join(root, name), { recursive: true, force: true });
        }
        if (filenames.length === 0) await rmdir(root);
      } catch (error) {
        if (!(isErrno(error) && error.code === 'ENOENT')) throw storeError(error, basename(root));
      }
    },
  };
}

/** Makes the folder and those above it. `mkdir` with `recursive` never returns where the kernel refuses a new folder as not found, as below /proc (Node 24.21). */
export async function makeFolder(path: string): Promise<void> {
  const make = () =>
    mkdir(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  const parent = dirname(path);
  await make().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' || parent === path) throw error;
    await makeFolder(parent);
    await make();
  });
}

interface Destination {
  readonly root: string;
  readonly name: string;
  readonly signal: AbortSignal;
}

async function store(path: string, { root, name, signal }: Destination): Promise<StoredFile> {
  const target = join(root, name);
  const part = join(root, `.convertd-${randomBytes(8).toString('hex')}.part`);
  const source = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const info = await source.stat();
    if (!info.isFile()) throw new Error('the output is not a regular file');
    // Made also where the file is then moved over it: it shows the owner and the mode that a new file gets here.
    const fresh = await openNew(part, root);
    try {
      const like = await fresh.stat();
      const moved = await moveOver(part, path, info, like);
      const kept = moved ? source : fresh;
      if (moved && info.mode !== like.mode) await source.chmod(like.mode & 0o777);
      // What was moved is complete: the disk writes it while it is read. Of a copy only what is left at the end.
      const [digest] = await Promise.all([
        copyAndDigest(source, info.size, moved ? null : fresh, signal),
        moved ? kept.sync() : undefined,
      ]);
      if (!moved) await kept.sync();
      await rename(part, target);
      await syncFolder(root);
      return { uri: pathToFileURL(target).href, ...digest };
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    } finally {
      await fresh.close();
    }
  } finally {
    await source.close();
  }
}

/** In a folder that is made too if it is missing. */
async function openNew(path: string, folder: string): Promise<FileHandle> {
  const create = () => open(path, 'wx', 0o666);
  return create().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    await makeFolder(folder);
    return create();
  });
}

/** @returns false where the file must be copied: on another file system, of another owner, or with a second name */
async function moveOver(part: string, path: string, info: Stats, fresh: Stats): Promise<boolean> {
  if (info.nlink !== 1 || info.uid !== fresh.uid) return false;
  try {
    await rename(path, part);
  } catch (error) {
    if (isErrno(error) && error.code === 'EXDEV') return false;
    throw error;
  }
  const moved = await lstat(part);
  if (!isSameFile(moved, info)) throw new Error('the output was replaced while it was being stored');
  return true;
}

/** Read the whole file once: for its digest, and into `copy` where there is one. expected: its size, bytes. */
async function copyAndDigest(
  source: FileHandle,
  expected: number,
  copy: FileHandle | null,
  signal: AbortSignal,
): Promise<{ size: number; checksum: string }> {
  const hash = createHash('md5');
  // No more than it takes: buffers are collected with all of the heap, after a few of the largest.
  const buffer = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, Math.max(expected, 1)));
  let size = 0;
  for (;;) {
    signal.throwIfAborted();
    const { bytesRead } = await source.read(buffer, 0, buffer.length, size);
    if (bytesRead === 0) return { size, checksum: hash.digest('hex') };
    const chunk = buffer.subarray(0, bytesRead);
    hash.update(chunk);
    for (let done = 0; copy !== null && done < bytesRead; ) {
      done += (await copy.write(chunk, done, bytesRead - done, size + done)).bytesWritten;
    }
    size += bytesRead;
  }
}

/** So that the name outlives a crash of the machine as the content does. Some network file systems cannot. */
async function syncFolder(folder: string): Promise<void> {
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
  // Follows links: one to an input stands for the input.
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

function storeError(cause: unknown, name: string): unknown {
  if (cause instanceof ConversionError) return cause;
  const code = isErrno(cause) ? cause.code : undefined;
  const init = { cause, log: cause instanceof Error ? cause.message : String(cause) };
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new ConversionError('disk_full', `There is no space left to store the output "${name}".`, init);
  }
  const message = `The output "${name}" could not be stored. Check that the output folder can be written to.`;
  return new ConversionError('output_store_failed', message, init);
}
