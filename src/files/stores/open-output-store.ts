import { createFolderStore } from './folder-store.ts';
import type { OutputStore } from './output-store.ts';
import { createS3Store } from './s3-store.ts';
import { parseStoreLocation } from './store-location.ts';

/**
 * Opens the store at a location: a folder's path, its `file:` URL, or `s3://bucket/prefix`.
 * @throws ConversionError `output_store_failed` for any other location
 */
export function openOutputStore(location: string): OutputStore {
  const store = parseStoreLocation(location);
  return store.kind === 'folder' ? createFolderStore(store.path) : createS3Store(store);
}
