import { ConversionError } from '../../../src/task/errors.ts';
import { yielding } from '../../../src/util/yielding.ts';
import { type ArchiveLimits, unpackedBytesAllowed } from './limits.ts';
import type { ArchiveEntry, Listing } from './list.ts';

/** Input of the check of a listing, before anything is unpacked. */
export interface SafetyCheck {
  readonly listing: Listing;
  /** Bytes of the original input with all layers. */
  readonly inputBytes: number;
  readonly limits: ArchiveLimits;
}

/**
 * Refuses an archive by its listing: special files, names that lead out of the folder, two entries with the same name that are not both
 * files, hard links to files outside it, and more data or files than the limits allow. Targets of symbolic links are checked after
 * unpacking (`links.ts`), because not every format lists them; until then nothing is written through one, because no entry is below another
 * that is not a folder. Throws `input_unsafe` or `input_bomb`.
 */
export async function refuseUnsafe({ listing, inputBytes, limits }: SafetyCheck): Promise<void> {
  const { entries, type } = listing;
  if (entries.length > limits.maxEntries) throw tooManyEntries(limits);
  for await (const entry of yielding(entries)) {
    const isLink = entry.special === 'symbolic link' || (entry.special === 'hard link' && entry.sameAs !== null);
    if (entry.special !== null && !isLink) throw unsafe(`holds a ${entry.special}`, entry.path);
    const problem = problemOfName(entry.path, limits, entry.fromWindows);
    if (problem !== null) throw unsafe(problem, entry.path);
  }
  // A tar or a 7z may repeat a file in a newer version. In a zip all programs take the last one, unless its spelling differs.
  await refuseCollisions(entries, type === 'tar' || type === '7z' ? 'any spelling' : 'same spelling');
  await refuseSharedLinks(entries);
  const sizes = await sizesOf(entries);
  for await (const { path, sameAs } of yielding(entries)) {
    if (sameAs !== null && !sizes.has(normalizePath(sameAs))) {
      throw unsafe('holds a hard link to what is not in it', path);
    }
  }
  await refuseBomb(listing, sizes, inputBytes, limits);
}

/** Which of two entries counts is clear only for files. */
async function refuseSharedLinks(entries: readonly ArchiveEntry[]): Promise<void> {
  const links = new Set(entries.filter(({ special }) => special !== null).map(({ path }) => normalizePath(path)));
  const seen = new Set<string>();
  for await (const { path } of yielding(links.size === 0 ? [] : entries)) {
    const place = normalizePath(path);
    if (links.has(place) && seen.has(place)) throw unsafe('holds two entries of one name, one of them a link', path);
    seen.add(place);
  }
}

/** Returns the bytes of each plain file by its path; null if not listed. */
export async function sizesOf(entries: readonly ArchiveEntry[]): Promise<ReadonlyMap<string, number | null>> {
  const sizes = new Map<string, number | null>();
  for await (const { path, kind, special, size } of yielding(entries)) {
    if (kind === 'file' && special === null) sizes.set(normalizePath(path), size);
  }
  return sizes;
}

/** Whether a name begins at the root of the file system. Programs unpack it below their folder, without the slash. */
export const isFromRoot = (path: string): boolean => path.startsWith('/');

/** Whether a name begins with a Windows drive letter. */
export const hasDrive = (path: string): boolean => /^[A-Za-z]:/.test(path);

/**
 * Returns why a name must not be unpacked, or null; a leading slash is ignored. Both slashes count, whatever system the archive is from. A
 * colon is an ordinary character on Unix (`a: b`), and never part of a name on Windows.
 */
export function problemOfName(path: string, limits: ArchiveLimits, fromWindows: boolean): string | null {
  if (path.startsWith('\\')) return 'holds a name that begins at the root of a drive of Windows';
  if (hasDrive(path) && (fromWindows || /^..[/\\]/.test(path))) return 'holds a name with a drive letter';
  if (path.split(/[/\\]/).includes('..')) return 'holds a name that leads out of its folder';
  if (path.includes('\0')) return 'holds a name with a NUL character';
  const parts = path.split('/');
  if (parts.length > limits.maxDepth) return `holds folders more than ${limits.maxDepth} deep`;
  const bytes = (text: string) => Buffer.byteLength(text, 'latin1');
  if (bytes(path) > limits.maxPathBytes || parts.some((part) => bytes(part) > limits.maxNameBytes)) {
    return 'holds a name that is too long';
  }
  return null;
}

/** Normalizes a path: `./a//b/` and `a/b` are equal. */
export function normalizePath(path: string): string {
  return path
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/');
}

interface Placed {
  readonly path: string;
  readonly kind: 'file' | 'folder';
}

/**
 * Refuses two entries with the same path, and an entry inside a file. Names that differ only by case are different paths.
 * @param again which files may be repeated; the last one counts
 */
export async function refuseCollisions(
  entries: readonly Placed[],
  again: 'none' | 'same spelling' | 'any spelling',
): Promise<void> {
  const places = new Map<string, Placed>();
  const mayFollow = (before: Placed, { path, kind }: Placed): boolean => {
    if (before.kind !== kind) return false;
    return kind === 'folder' || again === 'any spelling' || (again === 'same spelling' && path === before.path);
  };
  for await (const entry of yielding(entries)) {
    const { path, kind } = entry;
    const place = normalizePath(path);
    const before = places.get(place);
    if (before !== undefined && !mayFollow(before, entry)) throw unsafe('holds two entries of one name', path);
    if (place === '' && kind === 'file') throw unsafe('holds a file without a name', path);
    places.set(place, entry);
  }
  for await (const place of yielding(places.keys())) {
    for (let at = place.indexOf('/'); at !== -1; at = place.indexOf('/', at + 1)) {
      if (places.get(place.slice(0, at))?.kind === 'file') throw unsafe('holds an entry inside a file', place);
    }
  }
}

/** A hard link counts with the size of its file, because it becomes one. */
async function refuseBomb(
  { entries, type }: Listing,
  sizes: ReadonlyMap<string, number | null>,
  inputBytes: number,
  limits: ArchiveLimits,
): Promise<void> {
  const sizeOf = ({ sameAs, size }: ArchiveEntry) =>
    sameAs === null ? size : (sizes.get(normalizePath(sameAs)) ?? null);
  const unpacked = await sum(entries, sizeOf);
  if (unpacked > unpackedBytesAllowed(inputBytes, limits)) throw tooManyBytes(inputBytes, limits);
  // Entries that share their packed bytes: https://www.bamsoftware.com/hacks/zipbomb/
  if (type === 'zip' && (await sum(entries, (entry) => entry.packedSize)) > inputBytes) {
    throw bomb('Entries of the archive overlap, which only archives made to do harm have.', {});
  }
}

/** Bytes of an entry's header, without its name. */
const ZIP_HEADER = 30;

/** Whether entries of a zip overlap, or their offsets are unknown. */
export function sharePlaces(entries: readonly ArchiveEntry[]): boolean {
  const places = entries.map(({ offset, packedSize }) => ({
    from: offset,
    to: (offset ?? 0) + ZIP_HEADER + (packedSize ?? 0),
  }));
  places.sort((one, other) => (one.from ?? 0) - (other.from ?? 0));
  return places.some(({ from }, index) => from === null || from < (places[index - 1]?.to ?? 0));
}

/** Returns where the last entry ends in the archive, bytes, as far as that is listed. */
export const endOfData = (entries: readonly ArchiveEntry[]): number =>
  entries.reduce((end, { offset, packedSize }) => Math.max(end, (offset ?? 0) + (packedSize ?? 0)), 0);

async function sum(entries: readonly ArchiveEntry[], bytes: (entry: ArchiveEntry) => number | null): Promise<number> {
  let total = 0;
  for await (const entry of yielding(entries)) total += bytes(entry) ?? 0;
  return total;
}

/** Returns the error for an archive that unpacks to too much, whether listed or found while unpacking. */
export function tooManyBytes(inputBytes: number, limits: ArchiveLimits): ConversionError {
  const allowed = unpackedBytesAllowed(inputBytes, limits);
  const mebibytes = Math.floor(allowed / 1024 ** 2);
  return bomb(`The archive unpacks to more than the ${mebibytes} MiB that are allowed for its size.`, {
    limit_bytes: allowed,
  });
}

export function tooManyEntries({ maxEntries }: ArchiveLimits): ConversionError {
  return bomb(`The archive holds more than ${maxEntries} files and folders.`, { limit_entries: maxEntries });
}

function bomb(message: string, details: Record<string, unknown>): ConversionError {
  return new ConversionError('input_bomb', message, { details });
}

/** Returns the error for an entry that must not be unpacked. `path`: a character for each byte. */
export function unsafe(problem: string, path: string): ConversionError {
  const entry = Buffer.from(path, 'latin1').toString('utf8').slice(0, 200);
  return new ConversionError(
    'input_unsafe',
    `The archive ${problem}, so it is not unpacked: ${JSON.stringify(entry)}.`,
    {
      details: { entry },
    },
  );
}
