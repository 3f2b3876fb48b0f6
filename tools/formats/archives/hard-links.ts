import { link, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WorkContext } from '../../../src/work/context.ts';
import type { ArchiveEntry, Listing } from './list.ts';
import { canBeUtf8 } from './names/encodings.ts';
import { normalizePath, unsafe } from './safety.ts';
import { pathOfRaw } from './walk.ts';

/** Entries that are another name of a file in the archive; `refuseUnsafe` has checked that they are nothing else. */
const hardLinksIn = ({ entries }: Listing): readonly ArchiveEntry[] => entries.filter(({ sameAs }) => sameAs !== null);

/**
 * Lists the names of an archive's hard links so that 7-Zip leaves them out: sandboxed programs make no links. Throws `input_unsafe` for a
 * name that 7-Zip would not find again.
 * @returns the path of the list; null if there are none
 */
export async function listHardLinks(listing: Listing, context: WorkContext): Promise<string | null> {
  const links = hardLinksIn(listing);
  if (links.length === 0) return null;
  for (const { path } of links) {
    if (!canBeUtf8(path)) throw unsafe('holds a hard link that cannot be read', path);
  }
  const list = join(context.workFolder, 'hard-links.txt');
  await writeFile(list, links.map(({ path }) => `${path}\n`).join(''), 'latin1');
  return list;
}

/** Creates the hard links to the unpacked files. */
export async function makeHardLinks(root: string, listing: Listing): Promise<void> {
  for (const { path, sameAs } of hardLinksIn(listing)) {
    const name = normalizePath(path);
    await mkdir(pathOfRaw(root, name.split('/').slice(0, -1).join('/')), { recursive: true });
    await link(pathOfRaw(root, normalizePath(sameAs ?? '')), pathOfRaw(root, name));
  }
}
