import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ConversionError } from '../../task/errors.ts';
import { s3Url } from '../s3/s3-location.ts';
import { parseStoreLocation, type StoreLocation } from '../stores/store-location.ts';

/** Folder for the documents of the ledger, in the worker's own store. */
export const LEDGER_FOLDER = '.convertd';

/**
 * Returns the store for a task's outputs: the one it names, if the operator allows it, else the worker's own. The sender of a message may
 * be allowed to convert files but not to write everywhere this worker's keys reach.
 *
 * @param asked store that the task names: a folder's path, a `file:` URL, or `s3://bucket/prefix`
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

/** Returns the folders that `file:` inputs may come from: the `file:` entries of the allowed sources. */
export function allowedFolders(sources: readonly string[]): string[] {
  return sources.filter((source) => source.startsWith('file:')).map((source) => fileURLToPath(source));
}

/** Folder below the output store for files that clients have sent to the service, each in a folder of its own with a random name. */
export const INPUTS_FOLDER = 'inputs';

/**
 * Returns where a service keeps the inputs that clients send, as an entry of the allowed sources. It is always allowed: workers of a
 * service share its store, and the inputs have random ids, so only the service itself can ask for one.
 */
export function receivedInputs(store: string): string {
  const location = parseStoreLocation(store);
  if (location.kind === 's3') return s3Url({ bucket: location.bucket, key: `${location.key}${INPUTS_FOLDER}/` });
  return `${pathToFileURL(join(location.path, INPUTS_FOLDER)).href}/`;
}

/** Returns the `s3://bucket/prefix/` locations that inputs may come from. */
export function allowedBuckets(sources: readonly string[]): string[] {
  return sources.filter((source) => source.startsWith('s3:'));
}

/** Whether outputs for `location` stay within `allowed`. Both are parsed as the stores parse them, so what is compared is what is used. */
function isWithin(location: StoreLocation, allowed: string): boolean {
  const outer = parseStoreLocation(allowed);
  if (location.kind === 's3') {
    return outer.kind === 's3' && location.bucket === outer.bucket && location.key.startsWith(outer.key);
  }
  return outer.kind === 'folder' && withSlash(location.path).startsWith(withSlash(outer.path));
}

/** Whether the location is in the ledger's folder, where folders of outputs could be mistaken for documents. */
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
