import { join } from 'node:path';
import { createFolderStore } from './folder-store.ts';
import { createS3Store } from './s3-store.ts';
import { parseStoreLocation } from './store-location.ts';

export interface StoreFile {
  /** Safe name (see `safeFilename`) in the store; what has that name already is replaced. */
  readonly filename: string;
  readonly contentType: string;
  readonly signal: AbortSignal;
  /** Local files that it may not replace: the inputs that are used where they lie. */
  readonly protectedPaths?: readonly string[];
}

export interface StoredFile {
  readonly uri: string;
  /** Bytes. */
  readonly size: number;
  /** MD5, 32 lower-case hex digits. */
  readonly checksum: string;
}

/** Where finished outputs go. */
export interface OutputStore {
  /**
   * Take over a finished file: whole under its name, or not at all. The file at `path` may be gone afterwards.
   * @throws ConversionError `disk_full`, `output_store_failed`; the signal's reason where that was aborted
   */
  put(path: string, file: StoreFile): Promise<StoredFile>;
  /**
   * Take away what `put` stored under the name; one that is not there is no error.
   * @throws ConversionError `output_store_failed`
   */
  remove(filename: string): Promise<void>;
}

/** A folder that holds the outputs of one task and nothing else. */
export interface TaskStore extends OutputStore {
  /**
   * Take away everything but the named files: what attempts that were cut off have left, half-written files included.
   * @throws ConversionError `output_store_failed`
   */
  keepOnly(filenames: readonly string[]): Promise<void>;
}

/**
 * The store for a location: a folder's path, its `file:` URL, or `s3://bucket/prefix`.
 * @throws ConversionError `output_store_failed` for any other location
 */
export function openOutputStore(location: string): OutputStore {
  const store = parseStoreLocation(location);
  return store.kind === 'folder' ? createFolderStore(store.path) : createS3Store(store);
}

/**
 * The folder of a task within the store of a location. Throws like `openOutputStore`.
 * @param taskId bare name
 */
export function openTaskStore(location: string, taskId: string): TaskStore {
  const store = parseStoreLocation(location);
  if (store.kind === 'folder') return createFolderStore(join(store.path, taskId));
  return createS3Store({ bucket: store.bucket, key: `${store.key}${taskId}/` });
}
