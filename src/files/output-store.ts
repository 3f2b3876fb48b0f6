import { fileURLToPath } from 'node:url';
import { ConversionError } from '../task/errors.ts';
import { createFolderStore } from './folder-store.ts';

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
}

/**
 * The store for a location: a folder's path or its `file:` URL.
 * @throws ConversionError `output_store_failed` for any other place
 */
export function openOutputStore(location: string): OutputStore {
  const scheme = /^([a-z][a-z\d+.-]+):/i.exec(location)?.[1]?.toLowerCase();
  if (scheme === undefined) return createFolderStore(location);
  if (scheme === 'file' && URL.canParse(location)) return createFolderStore(fileURLToPath(location));
  const message = `Outputs cannot be stored at "${scheme}:"; give a folder or a file: URL.`;
  throw new ConversionError('output_store_failed', message);
}
