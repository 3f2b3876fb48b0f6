import { resolve } from 'node:path';
import { ConversionError, ConversionErrors } from '../task/errors.ts';

/**
 * Returns the output store of a command line or a task file in the form that `openOutputStore` takes: a `file:` or `s3:` URL, or the
 * absolute path of a folder. Throws `task_invalid` for any other URL.
 */
export function outputPlace(store: string): string {
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(store)?.[1]?.toLowerCase();
  if (scheme === 'file' || scheme === 's3') return store;
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(store)) {
    const message = `Outputs cannot be stored at "${scheme}:"; give --output DIR or --output s3://bucket/prefix.`;
    throw new ConversionErrors([new ConversionError('task_invalid', message)]);
  }
  return resolve(store);
}
