import { join } from 'node:path';
import { parseStoreLocation } from '../../files/stores/store-location.ts';
import type { ServiceConfig } from '../config.ts';
import { createFolderFiles } from './folder-files.ts';
import { createFolderArriving } from './folder-upload-store.ts';
import { createS3Files } from './s3-files.ts';
import { createS3Arriving } from './s3-upload-store.ts';
import type { ServiceFiles } from './service-files.ts';
import { storedFiles } from './stored-files.ts';
import { createUploadSpool } from './upload-spool.ts';

/**
 * Opens the files of a service in its OUTPUT_STORE, and those that workers have stored in ALLOWED_STORES.
 * @throws ConversionError `output_store_failed` for a location that is not a store
 */
export function createServiceFiles(
  config: Pick<ServiceConfig, 'outputStore' | 'allowedStores' | 'workRoot'>,
): ServiceFiles {
  const store = parseStoreLocation(config.outputStore);
  const stores = [store, ...config.allowedStores.map((location) => parseStoreLocation(location))];
  const folder = createFolderFiles(
    store.kind === 'folder' ? store.path : null,
    stores.flatMap((each) => (each.kind === 'folder' ? [each.path] : [])),
  );
  const s3 = createS3Files(
    store.kind === 's3' ? store : null,
    stores.flatMap((each) => (each.kind === 's3' ? [each] : [])),
  );
  const spool = createUploadSpool(join(config.workRoot, 'uploads'));
  return storedFiles({
    folder,
    s3,
    spool,
    own:
      store.kind === 'folder'
        ? { kind: 'folder', arriving: createFolderArriving(store.path, folder) }
        : { kind: 's3', arriving: createS3Arriving(store, s3, spool) },
  });
}
