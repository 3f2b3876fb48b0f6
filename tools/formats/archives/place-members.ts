import { chmod, lutimes, mkdir, rename, symlink, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ConversionError } from '../../../src/task/errors.ts';
import { yielding } from '../../../src/util/yielding.ts';
import type { ArchiveLimits } from './limits.ts';
import type { LinkTargets } from './link-targets.ts';
import { refuseEscapingLinks } from './links.ts';
import type { ArchiveEntry, Listing } from './list.ts';
import { byPath, type Contents } from './members.ts';
import type { NameEncoding } from './names/encodings.ts';
import type { NameFields } from './names/fields.ts';
import { type Naming, namingOf } from './names/naming.ts';
import { normalizePath, problemOfName, refuseCollisions, sizesOf, unsafe } from './safety.ts';
import { FILE_MODE, FOLDER_MODE, NO_DATE } from './staging.ts';
import { type Found, pathOfRaw, walk } from './walk.ts';

export interface Unpacked {
  /** Folder with the unpacked files. */
  readonly root: string;
  /** Folder for everything if names change; does not exist yet. */
  readonly renamedRoot: string;
  readonly listing: Listing;
  /** Targets of its symbolic links, none of which was unpacked. */
  readonly targets: LinkTargets;
  /** The archive's information about single names. */
  readonly fields: NameFields;
  /** The encoding set by the user; null if it is guessed. */
  readonly encoding: NameEncoding | null;
  readonly inputId: string;
  /** Whether symbolic links are kept rather than left out. */
  readonly keepLinks: boolean;
  readonly limits: ArchiveLimits;
}

export interface PlacedMembers {
  readonly contents: Contents;
  /** Paths of the archive's symbolic links. */
  readonly links: readonly string[];
  /** Paths of files that are hard links in the archive. */
  readonly copies: readonly string[];
  /** How the names were decoded. */
  readonly naming: Naming;
}

/** A member with its final name. */
interface PlacedMember {
  readonly path: string;
  readonly kind: 'file' | 'folder' | 'link';
  /** Target of a link, as text; otherwise empty. */
  readonly target: string;
  /** The unpacked file or folder; null for a folder without an entry of its own. */
  readonly found: Found | null;
  readonly entry: ArchiveEntry | null;
}

/**
 * Turns the unpacked files into what is to be packed: checks that they match the listing, without special files or links that lead outside;
 * decodes names, and sets the archive's modes and times. Throws `input_unsafe` or `input_damaged`.
 */
export async function placeMembers(unpacked: Unpacked): Promise<PlacedMembers> {
  const { root, renamedRoot, listing, inputId, limits } = unpacked;
  const found = await walk(root);
  await refuseDifferences(found, listing);
  const entries = new Map<string, ArchiveEntry>();
  for await (const entry of yielding(listing.entries)) entries.set(normalizePath(entry.path), entry);
  const entryOf = (raw: string): ArchiveEntry | null => entries.get(listedName(raw)) ?? null;
  // A folder without an entry follows from the names of its content, which may change.
  const own: Found[] = [];
  for await (const each of yielding(found)) if (each.kind === 'file' || entryOf(each.raw) !== null) own.push(each);
  const linkEntries = listing.entries.filter(({ special }) => special === 'symbolic link');
  const naming = namingOf({
    listing,
    names: [...own.map(({ raw }) => raw), ...linkEntries.map(({ path }) => normalizePath(path))],
    fields: byPlace(unpacked.fields),
    given: unpacked.encoding,
  });
  const named: PlacedMember[] = [];
  for await (const each of yielding(own)) {
    const path = normalizePath(naming.nameOf(each.raw));
    named.push({ path, kind: each.kind, target: '', found: each, entry: entryOf(each.raw) });
  }
  for await (const entry of yielding(linkEntries)) {
    const path = normalizePath(naming.nameOf(normalizePath(entry.path)));
    const target = naming.nameOf(unpacked.targets.get(entry.path) ?? '');
    named.push({ path, kind: 'link', target, found: null, entry });
  }
  const isRenamed = named.some(
    ({ path, found, entry }) => rawOf(path) !== (found?.raw ?? normalizePath(entry?.path ?? '')),
  );
  if (isRenamed) await refuseUnsafeNames(named, limits);
  const links = named.filter(({ kind }) => kind === 'link');
  refuseEscapingLinks(
    links,
    named.map(({ path }) => path),
  );
  const files = named.filter(({ kind }) => kind !== 'link');
  const kept = await withParents(unpacked.keepLinks ? named : files);
  const newRoot = isRenamed ? renamedRoot : root;
  if (isRenamed) await moveAll(kept, root, renamedRoot);
  if (unpacked.keepLinks) await makeLinks(links, newRoot);
  await setAttributes(
    kept.filter(({ kind }) => kind !== 'link'),
    newRoot,
  );
  const members = kept.map(({ path, kind, found }) => ({ path, kind, size: found?.size ?? 0, inputId }));
  const encrypted = listing.entries.some((entry) => entry.encrypted);
  return {
    contents: { root: newRoot, members, dated: true, encrypted },
    links: links.map(({ path }) => path),
    copies: named.filter(({ entry }) => entry?.special === 'hard link').map(({ path }) => path),
    naming,
  };
}

/** Links are made after everything else has its name, so that no file is written through one. */
async function makeLinks(links: readonly PlacedMember[], root: string): Promise<void> {
  for (const { path, target, entry } of links) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await symlink(target, join(root, path));
    const date = entry?.modified ?? NO_DATE;
    await lutimes(join(root, path), date, date);
  }
}

/** Returns a raw name, with a character for each byte. */
const rawOf = (path: string): string => Buffer.from(path).toString('latin1');

/** Returns the fields by the names on disk. */
const byPlace = (fields: NameFields): NameFields =>
  new Map([...fields].map(([path, field]) => [normalizePath(path), field]));

/** Returns the name of a file on disk as the listing writes it. */
const listedName = (raw: string): string => raw.replaceAll('\n', '_');

/** Each listed file must exist with its listed size, and no other: a second check of 7-Zip's listing. */
async function refuseDifferences(found: readonly Found[], { entries }: Listing): Promise<void> {
  const sizes = await sizesOf(entries);
  const listed = new Map<string, number | null>();
  for await (const { kind, special, path, sameAs, size } of yielding(entries)) {
    if (kind === 'folder' || special === 'symbolic link') continue;
    listed.set(normalizePath(path), sameAs === null ? size : (sizes.get(normalizePath(sameAs)) ?? null));
  }
  let files = 0;
  let different: Found | null = null;
  for await (const each of yielding(found)) {
    if (each.kind !== 'file') continue;
    files += 1;
    if ((listed.get(listedName(each.raw)) ?? each.size) !== each.size) different ??= each;
  }
  if (files === listed.size && different === null) return;
  throw new ConversionError('input_damaged', 'The archive does not unpack to what it lists, so it is not converted.', {
    log: `listed ${listed.size} files, found ${files}; first of another size: ${different?.raw ?? 'none'}`,
  });
}

/** Checks the new names too: decoding can make two names equal, or show a `..` that the bytes did not. */
async function refuseUnsafeNames(places: readonly PlacedMember[], limits: ArchiveLimits): Promise<void> {
  const asBytes = places.map(
    ({ path, kind, entry }) => ({ path: rawOf(path), kind: kind === 'folder' ? kind : 'file', entry }) as const,
  );
  for await (const { path, entry } of yielding(asBytes)) {
    const problem = problemOfName(path, limits, entry?.fromWindows ?? true);
    if (problem !== null) throw unsafe(problem, path);
  }
  await refuseCollisions(asBytes, 'none');
}

/** Adds every parent folder, sorted: a folder comes before its content. */
async function withParents(named: readonly PlacedMember[]): Promise<PlacedMember[]> {
  const places = new Map(named.map((place) => [place.path, place]));
  for await (const { path } of yielding(named)) {
    for (let parent = dirname(path); parent !== '.' && !places.has(parent); parent = dirname(parent)) {
      places.set(parent, { path: parent, kind: 'folder', target: '', found: null, entry: null });
    }
  }
  return [...places.values()].filter(({ path }) => path !== '').sort(byPath);
}

/** Moves everything into a new folder, so that no new name collides with an old one. */
async function moveAll(places: readonly PlacedMember[], root: string, newRoot: string): Promise<void> {
  await mkdir(newRoot);
  for (const { path, kind, found } of places) {
    if (kind === 'folder') await mkdir(join(newRoot, path));
    else if (found !== null) await rename(pathOfRaw(root, found.raw), join(newRoot, path));
  }
}

/**
 * Sets modes from the listing, because the unpacking program must not set any: always readable and writable for us, without set-uid and
 * similar bits. Entries without a date get a fixed one instead of today's.
 */
async function setAttributes(places: readonly PlacedMember[], root: string): Promise<void> {
  // Folders come after their content, which would change their times.
  for (const { path, kind, found, entry } of places.toReversed()) {
    const isFolder = kind === 'folder';
    const mode = isFolder ? (entry?.mode ?? FOLDER_MODE) | 0o700 : (entry?.mode ?? FILE_MODE) | 0o600;
    if (isFolder || found?.mode !== mode) await chmod(join(root, path), mode);
    const date = (entry?.modified ?? null) === null ? undefined : found?.modified;
    if (isFolder || date === undefined) await utimes(join(root, path), date ?? NO_DATE, date ?? NO_DATE);
  }
}
