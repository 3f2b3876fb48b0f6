import { readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ConversionError } from '../../task/errors.ts';
import { sharedS3Client } from '../s3/s3-client.ts';
import { s3StoreError } from '../s3/s3-errors.ts';
import type { S3Location } from '../s3/s3-location.ts';
import { removeObjects, removeUploads } from '../s3/s3-remove.ts';
import { createFolderStore } from './folder-store.ts';
import type { OutputStore } from './output-store.ts';
import { createS3Store } from './s3-store.ts';
import { parseStoreLocation } from './store-location.ts';

/** The outputs of a task. Each attempt stores them in a folder of its own, which no other attempt writes to. */
export interface TaskOutputs {
  /** Returns the store of an attempt. @param attempt bare name */
  storeOf(attempt: string): OutputStore;
  /**
   * Removes everything that an attempt has stored, including incomplete files.
   * @throws ConversionError `output_store_failed`
   */
  remove(attempt: string): Promise<void>;
  /**
   * Removes what all other attempts have stored. Throws as `remove` does.
   * @param attempt null: removes everything of the task
   */
  removeOthers(attempt: string | null): Promise<void>;
}

/**
 * Opens the folder of a task within the store at a location. Throws as `openOutputStore` does.
 * @param taskId bare name
 */
export function openTaskOutputs(location: string, taskId: string): TaskOutputs {
  const store = parseStoreLocation(location);
  if (store.kind === 'folder') return inFolder(store.path, taskId);
  return inBucket({ bucket: store.bucket, key: `${store.key}${taskId}/` });
}

function inFolder(store: string, taskId: string): TaskOutputs {
  const root = join(store, taskId);
  const remove = async (goes: (attempt: string) => boolean): Promise<void> => {
    try {
      const names = await readdir(root);
      const gone = names.filter(goes);
      for (const name of gone) await rm(join(root, name), { recursive: true, force: true });
      if (gone.length === names.length) await rmdir(root);
    } catch (cause) {
      if (GONE.includes((cause as NodeJS.ErrnoException).code ?? '')) return;
      const message =
        'What an attempt has stored could not be removed. Check that the output folder can be written to.';
      throw new ConversionError('output_store_failed', message, { cause, log: String(cause) });
    }
  };
  return {
    storeOf: (attempt) =>
      leavingNoFolder(createFolderStore(join(root, attempt), { within: store }), [join(root, attempt), root]),
    remove: (attempt) => remove((name) => name === attempt),
    removeOthers: (attempt) => remove((name) => name !== attempt),
  };
}

/** Removes empty folders: an attempt that stores nothing leaves none. */
function leavingNoFolder(store: OutputStore, folders: readonly string[]): OutputStore {
  const removeEmpty = async () => {
    try {
      for (const folder of folders) await rmdir(folder);
    } catch {
      // The folder is not empty, or it was never created.
    }
  };
  return {
    put: (path, file) =>
      store.put(path, file).catch(async (error: unknown) => {
        await removeEmpty();
        throw error;
      }),
    remove: async (filename) => {
      await store.remove(filename);
      await removeEmpty();
    },
  };
}

/** The folder does not exist, or another attempt has begun to store. */
const GONE: readonly string[] = ['ENOENT', 'ENOTEMPTY', 'EEXIST'];

function inBucket({ bucket, key: prefix }: S3Location): TaskOutputs {
  const remove = async (below: string, goes: (key: string) => boolean): Promise<void> => {
    try {
      const client = await sharedS3Client();
      await removeUploads(client, { bucket, key: below }, goes);
      await removeObjects(client, { bucket, key: below }, ({ key }) => goes(key));
    } catch (error) {
      throw s3StoreError(error, 'What an attempt has stored could not be removed', bucket);
    }
  };
  return {
    storeOf: (attempt) => createS3Store({ bucket, key: `${prefix}${attempt}/` }),
    remove: (attempt) => remove(`${prefix}${attempt}/`, () => true),
    removeOthers: (attempt) => remove(prefix, (key) => attempt === null || !key.startsWith(`${prefix}${attempt}/`)),
  };
}
