import { chmod, mkdir, rename, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ConversionError } from '../../src/task/errors.ts';
import type { ArchiveLimits } from './limits.ts';
import type { ArchiveEntry, Listing } from './list.ts';
import { byPath, type Contents } from './members.ts';
import { namingOf } from './names-of-archive.ts';
import { normalizePath, problemOfName, refuseCollisions, unsafe } from './safety.ts';
import { FILE_MODE, FOLDER_MODE, NO_DATE } from './staging.ts';
import { type Found, pathOfRaw, walk } from './walk.ts';

export interface Unpacked {
  /** Folder that was unpacked into. */
  readonly root: string;
  /** Where everything goes if names change; does not exist yet. */
  readonly renamedRoot: string;
  readonly listing: Listing;
  readonly inputId: string;
  readonly limits: ArchiveLimits;
}

export interface Settled {
  readonly contents: Contents;
  /** How names that were not UTF-8 were read; null: all were. */
  readonly encoding: string | null;
}

/** Something with its final name. */
interface Place {
  readonly path: string;
  readonly kind: 'file' | 'folder';
  /** What became it; null: a folder that has no entry of its own. */
  readonly found: Found | null;
  readonly entry: ArchiveEntry | null;
}

/**
 * Makes of what was unpacked what is to be packed: checks that it is exactly what was listed, and no link or special
 * file; gives names their characters, and files and folders the modes and times of the archive.
 * Throws `input_unsafe` or `input_damaged`.
 */
export async function settle({ root, renamedRoot, listing, inputId, limits }: Unpacked): Promise<Settled> {
  const found = await walk(root);
  refuseDifferences(found, listing);
  const entries = new Map(listing.entries.map((entry) => [normalizePath(entry.path), entry]));
  const entryOf = (raw: string): ArchiveEntry | null => entries.get(listedName(raw)) ?? null;
  // A folder without an entry follows from the names of what is in it, which may change.
  const own = found.filter(({ raw, kind }) => kind === 'file' || entryOf(raw) !== null);
  const { nameOf, encoding } = namingOf(
    listing,
    own.map(({ raw }) => raw),
    (raw) => entryOf(raw)?.saysUtf8 === true,
  );
  const named = own.map((each): Place => {
    const path = normalizePath(nameOf(each.raw));
    return { path, kind: each.kind, found: each, entry: entryOf(each.raw) };
  });
  const isRenamed = named.some(({ path, found }) => rawOf(path) !== found?.raw);
  if (isRenamed) refuseUnsafeNames(named, limits);
  const places = withParents(named);
  const newRoot = isRenamed ? renamedRoot : root;
  if (isRenamed) await moveAll(places, root, renamedRoot);
  await setAttributes(places, newRoot);
  const members = places.map(({ path, kind, found }) => ({ path, kind, size: found?.size ?? 0, inputId }));
  const encrypted = listing.entries.some((entry) => entry.encrypted);
  return { contents: { root: newRoot, members, dated: true, encrypted }, encoding };
}

/** A name as raw names are: a character for each byte. */
const rawOf = (path: string): string => Buffer.from(path).toString('latin1');

/** How the listing writes the name of what lies on disk. */
const listedName = (raw: string): string => raw.replaceAll('\n', '_');

/** Each file that was listed must be there, in its listed size, and no other: a second check on what 7-Zip says. */
function refuseDifferences(found: readonly Found[], { entries }: Listing): void {
  const listed = new Map<string, number | null>();
  for (const entry of entries) if (entry.kind === 'file') listed.set(normalizePath(entry.path), entry.size);
  const files = found.filter(({ kind }) => kind === 'file');
  const different = files.find(({ raw, size }) => (listed.get(listedName(raw)) ?? size) !== size);
  if (files.length === listed.size && different === undefined) return;
  throw new ConversionError('input_damaged', 'The archive does not unpack to what it lists, so it is not converted.', {
    log: `listed ${listed.size} files, found ${files.length}; first of another size: ${different?.raw ?? 'none'}`,
  });
}

/** Once more for the new names: decoding can make one name of two, or a `..` that the bytes did not show. */
function refuseUnsafeNames(places: readonly Place[], limits: ArchiveLimits): void {
  const asBytes = places.map(({ path, kind }) => ({ path: rawOf(path), kind }));
  for (const { path } of asBytes) {
    const problem = problemOfName(path, limits);
    if (problem !== null) throw unsafe(problem, path);
  }
  refuseCollisions(asBytes);
}

/** With every folder that something is in, sorted: a folder comes before what is in it. */
function withParents(named: readonly Place[]): Place[] {
  const places = new Map(named.map((place) => [place.path, place]));
  for (const { path } of named) {
    for (let parent = dirname(path); parent !== '.' && !places.has(parent); parent = dirname(parent)) {
      places.set(parent, { path: parent, kind: 'folder', found: null, entry: null });
    }
  }
  return [...places.values()].filter(({ path }) => path !== '').sort(byPath);
}

/** Into a new folder, so that no new name meets an old one. */
async function moveAll(places: readonly Place[], root: string, newRoot: string): Promise<void> {
  await mkdir(newRoot);
  for (const { path, kind, found } of places) {
    if (kind === 'folder') await mkdir(join(newRoot, path));
    else if (found !== null) await rename(pathOfRaw(root, found.raw), join(newRoot, path));
  }
}

/**
 * Modes come from the listing, as the unpacking program may set none: ours to read and write whatever the archive says,
 * and without set-uid and its like. What the archive has no date for gets a fixed one instead of today's.
 */
async function setAttributes(places: readonly Place[], root: string): Promise<void> {
  // Folders after what is in them, which would change their times.
  for (const { path, kind, found, entry } of places.toReversed()) {
    const isFolder = kind === 'folder';
    const mode = isFolder ? (entry?.mode ?? FOLDER_MODE) | 0o700 : (entry?.mode ?? FILE_MODE) | 0o600;
    if (isFolder || found?.mode !== mode) await chmod(join(root, path), mode);
    const date = entry?.dated === true ? found?.modified : undefined;
    if (isFolder || date === undefined) await utimes(join(root, path), date ?? NO_DATE, date ?? NO_DATE);
  }
}
