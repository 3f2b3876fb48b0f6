import { createWriteStream } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import { badRequest } from '../bad-request.ts';
import type { FoundInput } from './find-inputs.ts';

/**
 * Packs inputs of which some come from folders into one tar, which keeps the folders: an archive of one tar has what is in it. Throws
 * ConversionErrors for addresses, which are not here.
 * @param path of the tar
 */
export async function packFolders(
  found: readonly FoundInput[],
  path: string,
  signal: AbortSignal,
): Promise<FoundInput> {
  const { TarArchive } = await import('archiver');
  const tar = new TarArchive({ statConcurrency: 1 });
  for (const { path: file, label } of found)
    if (file === null) throw badRequest(`Download ${label} first: a folder is packed with files only.`);
  for (const input of found) tar.file(input.path ?? '', { name: nameOf(input) });
  await Promise.all([tar.finalize(), pipeline(tar, createWriteStream(path, { mode: 0o600 }), { signal })]);
  const [first] = found.map(nameOf);
  const label = first?.split('/')[0] ?? '';
  const source = pathToFileURL(path).href;
  return { label, source, filename: `${label}.tar`, folder: '', path, isFromFolder: false };
}

/** `photos/more/two.png` for a file of the folder photos, wherever that is. */
function nameOf({ path, folder, isFromFolder }: FoundInput): string {
  const name = basename(path ?? '');
  if (!isFromFolder) return name;
  const root = folder === '' ? dirname(path ?? '') : dirname(path ?? '').slice(0, -folder.length - 1);
  return join(basename(root), folder, name);
}
