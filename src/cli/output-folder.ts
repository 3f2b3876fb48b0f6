import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ConversionError, ConversionErrors } from '../task/errors.ts';

/** The folder that an output store names: a path or a `file:` URL. Other stores need the worker. Throws `task_invalid`. */
export function outputFolder(store: string): string {
  if (store.startsWith('file:')) return fileURLToPath(store);
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(store)) {
    throw new ConversionErrors([
      new ConversionError('task_invalid', 'This command stores outputs in a folder; give --output DIR.'),
    ]);
  }
  return resolve(store);
}
