import { posix } from 'node:path';
import { UniqueNames } from '../../files/unique-names.ts';

/**
 * Returns the names of the outputs of a conversion in a storage, in order. If `file` ends in a slash or is empty, it is a folder in which
 * each output has its own name. Otherwise it is the name of the first output, and further ones are numbered: `a.jpg`, `a-2.jpg`.
 */
export function deliveryNames(file: string, filenames: readonly string[]): string[] {
  const names = new UniqueNames();
  const isFolder = file === '' || file.endsWith('/');
  const folder = isFolder ? file : file.slice(0, file.length - posix.basename(file).length);
  return filenames.map((filename) => `${folder}${names.take(isFolder ? filename : posix.basename(file))}`);
}
