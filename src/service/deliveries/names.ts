import { posix } from 'node:path';
import { UniqueNames } from '../../files/unique-names.ts';

/**
 * What the outputs of a conversion are called in a storage, in their order. A `file` that ends in a slash, or none, is a folder in which
 * each has its own name; any other is the name of the first output, and further ones are numbered: `a.jpg`, `a-2.jpg`.
 */
export function deliveryNames(file: string, filenames: readonly string[]): string[] {
  const names = new UniqueNames();
  const isFolder = file === '' || file.endsWith('/');
  const folder = isFolder ? file : file.slice(0, file.length - posix.basename(file).length);
  return filenames.map((filename) => `${folder}${names.take(isFolder ? filename : posix.basename(file))}`);
}
