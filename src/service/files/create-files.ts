import { join } from 'node:path';
import { parseStorePlace } from '../../files/store-place.ts';
import type { ServiceConfig } from '../config.ts';
import { createFolderFiles } from './folder-files.ts';
import { createS3Files } from './s3-files.ts';
import type { ServiceFiles } from './service-files.ts';
import { storedFiles } from './stored-files.ts';
import { createUploadSpool } from './upload-spool.ts';

/**
 * The files of a service in its OUTPUT_STORE, and what workers have stored in ALLOWED_STORES.
 * @throws ConversionError `output_store_failed` for a place that is no store
 */
export function createServiceFiles(
  config: Pick<ServiceConfig, 'outputStore' | 'allowedStores' | 'workRoot'>,
): ServiceFiles {
  const place = parseStorePlace(config.outputStore);
  const places = [place, ...config.allowedStores.map((store) => parseStorePlace(store))];
  const folder = createFolderFiles(
    place.kind === 'folder' ? place.path : null,
    places.flatMap((each) => (each.kind === 'folder' ? [each.path] : [])),
  );
  const s3 = createS3Files(
    place.kind === 's3' ? place : null,
    places.flatMap((each) => (each.kind === 's3' ? [each] : [])),
  );
  const spool = createUploadSpool(join(config.workRoot, 'uploads'));
  return storedFiles({ own: place.kind, folder, s3, spool });
}
