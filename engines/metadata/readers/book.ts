import { readOpf } from '../../../tools/programs/calibre/read-opf.ts';
import { readInPool } from '../pool.ts';
import type { Facts } from '../schema/document.ts';
import type { Reading } from './reader.ts';

/** Books that are a zip with a package file, which is read without calibre. */
const WITH_PACKAGE: ReadonlySet<string> = new Set(['epub', 'htmlz', 'txtz']);

/** Reads the metadata of a book: from the package file of an EPUB, with calibre for others. */
export async function readBook({ input, context, warn }: Reading): Promise<Facts> {
  const name = input.format?.name ?? '';
  if (WITH_PACKAGE.has(name)) return (await readInPool({ read: 'epub' }, input.path, context)) ?? {};
  const opf = await readOpf(input.path, name, context);
  if (opf !== null) return (await readInPool({ read: 'opf' }, opf, context)) ?? {};
  warn('input_damaged', `${input.filename} is damaged, or not supported by calibre.`);
  return {};
}
