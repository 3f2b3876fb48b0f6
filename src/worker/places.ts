import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ConversionError } from '../task/errors.ts';

/**
 * The store for a task's outputs: what it names, where the operator allows that, else the worker's own. A message may come
 * from someone who may convert files but not write wherever this worker's keys reach.
 *
 * @param asked what the task says: a folder's path, a `file:` URL, or `s3://bucket/prefix`
 * @param own the worker's store, always allowed with all below it
 * @param allowed further stores
 * @throws ConversionError `output_store_refused`
 */
export function storeOfTask(asked: string | null, own: string, allowed: readonly string[]): string {
  if (asked === null) return own;
  const place = normalized(asked);
  if (place !== null && [own, ...allowed].some((each) => isWithin(place, normalized(each)))) return asked;
  throw new ConversionError(
    'output_store_refused',
    'The task names an output store that this worker does not allow. Leave output.store out, or have the operator add it to ALLOWED_STORES.',
  );
}

/** The folders that `file:` inputs may come from: the `file:` entries of the allowed sources. */
export function allowedFolders(sources: readonly string[]): string[] {
  return sources.filter((source) => source.startsWith('file:')).map((source) => fileURLToPath(source));
}

/** The `s3://bucket/prefix/` places that inputs may come from. */
export function allowedBuckets(sources: readonly string[]): string[] {
  return sources.filter((source) => source.startsWith('s3:'));
}

/** A URL without `..` and with a slash at its end, so that `s3://files-private` is not below `s3://files`. Null: no store. */
function normalized(store: string): string | null {
  if (!/^[a-z][a-z\d+.-]+:/i.test(store)) return withSlash(pathToFileURL(resolve(store)).href);
  if (!URL.canParse(store)) return null;
  const { protocol, host, pathname, search, hash, username } = new URL(store);
  if (!['file:', 's3:'].includes(protocol) || search !== '' || hash !== '' || username !== '') return null;
  // Encoded dots and slashes may mean others to the store than to this comparison.
  if (/%(2e|2f|5c)|\\/i.test(pathname) || pathname.split('/').includes('..')) return null;
  return withSlash(`${protocol}//${host}${pathname}`);
}

const withSlash = (url: string) => (url.endsWith('/') ? url : `${url}/`);

const isWithin = (place: string, allowed: string | null) => allowed !== null && place.startsWith(allowed);
