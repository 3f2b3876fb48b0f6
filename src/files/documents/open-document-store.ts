import { join } from 'node:path';
import { parseStoreLocation } from '../stores/store-location.ts';
import type { DocumentStore } from './document-store.ts';
import { createFolderDocuments } from './folder-documents.ts';
import { createS3Documents } from './s3-documents.ts';

/**
 * Opens the documents next to the outputs of a location (as `openOutputStore` reads it), in a folder of that name.
 * @param folder bare name
 * @throws ConversionError `output_store_failed` for a location that is not a store
 */
export function openDocumentStore(location: string, folder: string): DocumentStore {
  const store = parseStoreLocation(location);
  if (store.kind === 'folder') return createFolderDocuments(join(store.path, folder));
  return createS3Documents({ bucket: store.bucket, key: `${store.key}${folder}/` });
}
