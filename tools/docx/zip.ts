import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** One fixed date for all entries, so that the same parts give the same bytes. Zip cannot hold a date before 1980. */
const ENTRY_DATE = new Date(Date.UTC(1980, 0, 1));

/** Zips the files of a folder in this order; readers of streams expect `[Content_Types].xml` first. */
export async function zipParts(folder: string, names: readonly string[], path: string): Promise<void> {
  const { ZipArchive } = await import('archiver');
  // archiver looks at four files at a time by default, and packs in the order in which it learns of them.
  const zip = new ZipArchive({ zlib: { level: 6 }, statConcurrency: 1 });
  for (const name of names) zip.file(join(folder, name), { name, date: ENTRY_DATE, mode: 0o644 });
  const written = pipeline(zip, createWriteStream(path));
  await Promise.all([zip.finalize(), written]);
}
