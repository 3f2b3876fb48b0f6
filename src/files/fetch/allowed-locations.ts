import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ConversionError } from '../../task/errors.ts';
import { s3Url } from '../s3/s3-location.ts';
import { parseStoreLocation, type StoreLocation } from '../stores/store-location.ts';

/** Holds the documents of the ledger, in the worker's own store. */
export const LEDGER_FOLDER = '.convertd';

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
  const location = locationOrNull(asked);
  if (location !== null && !isLedger(location) && [own, ...allowed].some((each) => isWithin(location, each)))
    return asked;
  throw new ConversionError(
    'output_store_refused',
    'The task names an output store that this worker does not allow. Leave output.store out, or have the operator add it to ALLOWED_STORES.',
  );
}

/** The folders that `file:` inputs may come from: the `file:` entries of the allowed sources. */
export function allowedFolders(sources: readonly string[]): string[] {
  return sources.filter((source) => source.startsWith('file:')).map((source) => fileURLToPath(source));
}

/** Below the store of outputs: what clients have sent to the service, each file in a folder of its own with a random name. */
export const INPUTS_FOLDER = 'inputs';

/**
 * Where a service keeps the inputs that clients send it, as an entry of the allowed sources. Always allowed: who converts for
 * a service shares its store, and the ids that name the inputs are random, so only the service itself can ask for one.
 */
export function receivedInputs(store: string): string {
  const location = parseStoreLocation(store);
  if (location.kind === 's3') return s3Url({ bucket: location.bucket, key: `${location.key}${INPUTS_FOLDER}/` });
  return `${pathToFileURL(join(location.path, INPUTS_FOLDER)).href}/`;
}

/** The `s3://bucket/prefix/` locations that inputs may come from. */
export function allowedBuckets(sources: readonly string[]): string[] {
  return sources.filter((source) => source.startsWith('s3:'));
}

/** Whether outputs for `location` stay in what `allowed` names. Both are read as the stores read them, so nothing is compared that is not used. */
function isWithin(location: StoreLocation, allowed: string): boolean {
  const outer = parseStoreLocation(allowed);
  if (location.kind === 's3') {
    return outer.kind === 's3' && location.bucket === outer.bucket && location.key.startsWith(outer.key);
  }
  return outer.kind === 'folder' && withSlash(location.path).startsWith(withSlash(outer.path));
}

/** Folders of outputs among the ledger's documents could pass for documents. */
function isLedger(location: StoreLocation): boolean {
  return (location.kind === 's3' ? location.key : location.path).split('/').includes(LEDGER_FOLDER);
}

function locationOrNull(store: string): StoreLocation | null {
  try {
    return parseStoreLocation(store);
  } catch {
    return null;
  }
}

const withSlash = (path: string) => (path.endsWith('/') ? path : `${path}/`);
