import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** A fixed date for all entries makes equal parts give equal bytes. Zip cannot hold a date before 1980. */
const ENTRY_DATE = new Date(Date.UTC(1980, 0, 1));

/** Zips the files of a folder in this order; streaming readers expect `[Content_Types].xml` first. */
export async function zipParts(folder: string, names: readonly string[], path: string): Promise<void> {
  const { ZipArchive } = await import('archiver');
  // archiver stats four files at a time by default, and packs in the order in which the results arrive.
  const zip = new ZipArchive({ zlib: { level: 6 }, statConcurrency: 1 });
  for (const name of names) zip.file(join(folder, name), { name, date: ENTRY_DATE, mode: 0o644 });
  const written = pipeline(zip, createWriteStream(path));
  await Promise.all([zip.finalize(), written]);
}
