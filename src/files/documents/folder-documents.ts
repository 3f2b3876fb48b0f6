import { randomUUID } from 'node:crypto';
import { lstat, readdir, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { onDisk } from '../../disk/disk.ts';
import { ConversionError } from '../../task/errors.ts';
import { lastChange } from '../folders/last-change.ts';
import { makeFolder } from '../stores/folder-store.ts';
import { checkDocumentKey, type DocumentStore } from './document-store.ts';

/** Prefix of documents that are being written; no key begins with it. */
const TEMPORARY = '.part-';

/**
 * Stores documents as files in a folder, which is created with the first one; only this user can read them. They survive a killed process
 * but not a power cut, because nothing waits for the disk.
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
    write: async (key, text) => {
      await writeBeside(root, key, text, true);
    },
    create: (key, text) => writeBeside(root, key, text, false),
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

/** Writes the document under a temporary name and then gives it its own. @returns whether that worked */
async function writeBeside(root: string, key: string, text: string, replaces: boolean): Promise<boolean> {
  const path = join(root, checkDocumentKey(key));
  const part = join(root, `${TEMPORARY}${randomUUID()}`);
  const write = () => onDisk('writeText', { path, part, text, replaces });
  try {
    return await write().catch(async (error: unknown) => {
      if (!isMissing(error)) throw error;
      await makeFolder(root);
      return write();
    });
  } catch (error) {
    throw storeError(error, `Document "${key}" could not be stored`);
  }
}

async function removeOld(root: string, date: Date): Promise<number> {
  let removed = 0;
  for (const name of await readdir(root)) {
    const path = join(root, name);
    // Another worker may be removing the same file.
    const info = await lstat(path).catch(() => null);
    if (info === null || !info.isFile() || lastChange(info) >= date.getTime()) continue;
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
