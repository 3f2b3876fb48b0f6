import { randomBytes } from 'node:crypto';
import { constants, copyFile, link, lstat, open, readdir, readFile, rename, rm, unlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ConversionError } from '../task/errors.ts';
import { checkDocumentKey, type DocumentStore } from './document-store.ts';
import { makeFolder } from './folder-store.ts';

/** Begins the names of documents that are being written; no key begins so. */
const TEMPORARY = '.part-';

/**
 * Documents as files of a folder, which is made with the first one; only this user reads them. They survive a process that
 * is killed, but not a power cut: nothing waits for the disk.
 */
export function createFolderDocuments(folder: string): DocumentStore {
  const root = resolve(folder);
  return {
    async read(key) {
      const path = join(root, checkDocumentKey(key));
      try {
        return await readFile(path, 'utf8');
      } catch (error) {
        if (isMissing(error)) return null;
        throw storeError(error, `Document "${key}" could not be read`);
      }
    },
    write: (key, text) => writeBeside(root, key, text, rename),
    async create(key, text) {
      let created = true;
      await writeBeside(root, key, text, async (part, path) => {
        await linkOrCopy(part, path).catch((error: NodeJS.ErrnoException) => {
          if (error.code !== 'EEXIST') throw error;
          created = false;
        });
        await unlink(part);
      });
      return created;
    },
    async removeOlderThan(date) {
      try {
        return await removeOld(root, date);
      } catch (error) {
        if (isMissing(error)) return 0;
        throw storeError(error, 'Old documents could not be removed');
      }
    },
  };
}

/** Writes the document under another name, which `settle` gives its own. */
async function writeBeside(
  root: string,
  key: string,
  text: string,
  settle: (part: string, path: string) => Promise<void>,
): Promise<void> {
  const path = join(root, checkDocumentKey(key));
  const part = join(root, `${TEMPORARY}${randomBytes(8).toString('hex')}`);
  try {
    await writeNew(part, text).catch(async (error: unknown) => {
      if (!isMissing(error)) throw error;
      await makeFolder(root);
      await writeNew(part, text);
    });
    await settle(part, path);
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined);
    throw storeError(error, `Document "${key}" could not be stored`);
  }
}

/** Unlike a renamed file, neither replaces what has the name. Some network file systems have no links; a copy may be seen half. */
async function linkOrCopy(part: string, path: string): Promise<void> {
  await link(part, path).catch(async (error: NodeJS.ErrnoException) => {
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(error.code ?? '')) throw error;
    await copyFile(part, path, constants.COPYFILE_EXCL);
  });
}

async function writeNew(path: string, text: string): Promise<void> {
  const handle = await open(path, 'wx', 0o600);
  try {
    await handle.writeFile(text);
  } finally {
    await handle.close();
  }
}

async function removeOld(root: string, date: Date): Promise<number> {
  let removed = 0;
  for (const name of await readdir(root)) {
    const path = join(root, name);
    // Another worker may be removing the same.
    const info = await lstat(path).catch(() => null);
    if (info === null || !info.isFile() || info.mtime >= date) continue;
    await rm(path, { force: true });
    if (!name.startsWith(TEMPORARY)) removed++;
  }
  return removed;
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

function storeError(cause: unknown, what: string): ConversionError {
  const log = cause instanceof Error ? cause.message : String(cause);
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new ConversionError('disk_full', `${what}: there is no space left in the output folder.`, { cause, log });
  }
  const message = `${what}. Check that the output folder can be read and written.`;
  return new ConversionError('output_store_failed', message, { cause, log });
}
