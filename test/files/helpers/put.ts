/** Stores one file and prints the result, for tests in their own mount. Arguments: file, folder, name. */
import { createFolderStore } from '../../../src/files/stores/folder-store.ts';
import { ConversionError } from '../../../src/task/errors.ts';

const [file = '', folder = '', filename = ''] = process.argv.slice(2);
const { signal } = new AbortController();
const outcome = await createFolderStore(folder)
  .put(file, { filename, contentType: 'text/plain', signal })
  .catch((error: unknown) => ({ code: error instanceof ConversionError ? error.code : String(error) }));
console.log(JSON.stringify(outcome));
