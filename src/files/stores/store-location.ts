import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ConversionError } from '../../task/errors.ts';
import { parseS3Url, type S3Location } from '../s3/s3-location.ts';

/** Place of a store's files. For `s3`, `key` is the prefix: empty, or ending in a slash. */
export type StoreLocation = { readonly kind: 'folder'; readonly path: string } | ({ readonly kind: 's3' } & S3Location);

/**
 * Parses the location of a store: a folder's path, its `file:` URL, or `s3://bucket/prefix`.
 * @throws ConversionError `output_store_failed` for any other location
 */
export function parseStoreLocation(location: string): StoreLocation {
  const scheme = /^([a-z][a-z\d+.-]+):/i.exec(location)?.[1]?.toLowerCase();
  if (scheme === undefined) return { kind: 'folder', path: resolve(location) };
  if (scheme === 'file') return { kind: 'folder', path: urlPath(location) };
  if (scheme === 's3') return { kind: 's3', ...s3StoreLocation(location) };
  throw noStore(`Outputs cannot be stored at "${scheme}:"; give a folder, a file: URL or s3://bucket/prefix.`);
}

function s3StoreLocation(location: string): S3Location {
  const parsed = parseS3Url(location);
  if (!parsed.ok) throw noStore(`The output store is not an S3 location: ${parsed.reason}.`);
  const { bucket, key } = parsed.location;
  return { bucket, key: key === '' || key.endsWith('/') ? key : `${key}/` };
}

function urlPath(location: string): string {
  try {
    return fileURLToPath(location);
  } catch (cause) {
    const message = 'The file: URL of the output store must have the form file:///folder/.';
    throw new ConversionError('output_store_failed', message, { cause });
  }
}

function noStore(message: string): ConversionError {
  return new ConversionError('output_store_failed', message);
}
