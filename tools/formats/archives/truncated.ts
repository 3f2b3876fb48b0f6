import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findPython } from '../../../src/process/python.ts';
import type { ConversionError } from '../../../src/task/errors.ts';
import { pluralize } from '../../../src/util/pluralize.ts';
import type { LocalInput, WorkContext } from '../../../src/work/context.ts';
import { runWithin } from './budget.ts';
import type { ArchiveLimits } from './limits.ts';
import type { ArchiveEntry, Listing } from './list.ts';
import { normalizePath } from './safety.ts';
import { pathOfRaw } from './walk.ts';

/** Formats, by 7-Zip's names, in which each entry follows its own header, so entries before the cut can be read without the end. */
const IN_SEQUENCE: ReadonlySet<string | null> = new Set(['Ar', 'Cpio', 'tar', 'zip']);

/** A volume is not truncated: the other volumes are missing. */
const VOLUME = /\.(?:\d{3}|[rz]\d\d)$/i;

/** Whether entries of a truncated archive may be unpacked: not if it is encrypted, because no entry can be checked then. */
export const hasWholeEntries = (listing: Listing, { filename }: Pick<LocalInput, 'filename'>): boolean =>
  IN_SEQUENCE.has(listing.type) &&
  // 7-Zip read it by the headers of its entries. A zip with its table is the last of several volumes.
  (listing.type !== 'zip' || /^Characteristics = .*\bLocal\b/m.test(listing.notes)) &&
  !VOLUME.test(filename) &&
  listing.entries.some(({ kind }) => kind === 'file') &&
  !listing.entries.some(({ encrypted, split }) => encrypted || split);

/** Returns the listing of a truncated archive for checks: the last entry takes fewer bytes than its header says. */
export const withoutLastSize = (listing: Listing): Listing => ({
  ...listing,
  entries: listing.entries.map((entry, at) =>
    at === listing.entries.length - 1 ? { ...entry, packedSize: null } : entry,
  ),
});

/** The usable rest of a truncated archive after unpacking. */
export interface Rest {
  /** Listing of the complete entries. */
  readonly listing: Listing;
  /** Names of listed files that are incomplete, a character for each byte. */
  readonly broken: readonly string[];
}

/**
 * Separates what 7-Zip unpacked of a truncated archive: removes files without their listed size or without a listed size, and all other
 * names of them. Null if no file is complete, or 7-Zip reported more errors than there are such files.
 * @param errors 7-Zip's standard error
 */
export async function wholeEntries(root: string, listing: Listing, errors: string): Promise<Rest | null> {
  const files = listing.entries.filter(({ kind, special }) => kind === 'file' && special === null);
  const broken = new Set<string>();
  for (const { path, size } of files) {
    const found = await sizeOf(root, path);
    if (size === null || found !== size) broken.add(normalizePath(path));
  }
  // An entry that has both its size and an error cannot be judged.
  const named = errors.split('\n').filter((line) => line.startsWith('ERROR: ')).length;
  if (named > broken.size) return null;
  for (const path of broken) await rm(pathOfRaw(root, path), { force: true });
  const isLost = ({ path, sameAs }: ArchiveEntry): boolean =>
    broken.has(normalizePath(path)) || (sameAs !== null && broken.has(normalizePath(sameAs)));
  const entries = listing.entries.filter((entry) => !isLost(entry));
  if (!entries.some(({ kind, special }) => kind === 'file' && special === null)) return null;
  return { listing: { ...listing, entries }, broken: listing.entries.filter(isLost).map(({ path }) => path) };
}

/** Returns null if it was not unpacked. */
const sizeOf = (root: string, path: string): Promise<number | null> =>
  stat(pathOfRaw(root, normalizePath(path))).then(
    ({ size }) => size,
    () => null,
  );

/** Most names in one warning. */
const MAX_NAMED = 10;

/** Warns about the missing part of a truncated archive. */
export function warnOfCut({ listing, broken }: Rest, { filename }: LocalInput, context: WorkContext): void {
  const whole = listing.entries.filter(({ kind }) => kind === 'file').length;
  const names = broken.slice(0, MAX_NAMED).map((path) => Buffer.from(path, 'latin1').toString('utf8').slice(0, 200));
  const more = broken.length > MAX_NAMED ? ` and ${broken.length - MAX_NAMED} more` : '';
  const cut = broken.length === 0 ? '' : ` Incomplete and left out: ${names.join(', ')}${more}.`;
  // In a zip these are only in the table at its end.
  const table = listing.type === 'zip' ? ' Permissions and symbolic links are lost with the table at its end.' : '';
  const message = `${filename} ends early. ${pluralize(whole, 'whole file')} of it ${whole === 1 ? 'was' : 'were'} converted; what follows in the archive is missing.${cut}${table}`;
  context.warn('input_truncated', message, { whole, incomplete: broken.length });
}

const INFLATE = fileURLToPath(new URL('./inflate_cut.py', import.meta.url));

/**
 * Returns what was decompressed of a truncated stream: what the decoder left in the folder `decoded`, or for gzip the output of zlib.
 * @returns its path; null if nothing was, or the format's decoder may make up the last bytes
 */
export async function decodedPart({ input, context, limits }: CutStream): Promise<string | null> {
  const decoded = join(context.workFolder, 'stream');
  const folder = join(context.workFolder, 'decoded');
  const format = input.format?.name ?? '';
  if (format === 'gz') {
    await rm(folder, { recursive: true });
    const call = {
      name: 'python3',
      path: findPython(),
      args: ['-I', '-S', INFLATE, input.path, decoded],
      readable: [INFLATE],
    };
    const { exitCode } = await runWithin(
      { inputBytes: input.size, limits },
      { ...call, acceptExitCodes: 'any' },
      context,
    );
    if (exitCode !== 0) return null;
  } else {
    const [name] = await readdir(folder, 'buffer');
    if (name === undefined || !EXACT.has(format)) return null;
    await rename(Buffer.concat([Buffer.from(`${folder}/`), name]), decoded);
  }
  return (await stat(decoded)).size === 0 ? null : decoded;
}

interface CutStream {
  readonly input: LocalInput;
  readonly context: WorkContext;
  readonly limits: ArchiveLimits;
}

/** Formats whose decoders write only what they could decode of truncated files. */
const EXACT: ReadonlySet<string> = new Set(['bz2', 'lz', 'lz4', 'xz', 'zst']);

/** Warns that a compressed file was decompressed up to where it ends early. */
export function warnOfCutStream(bytes: number, { filename }: LocalInput, context: WorkContext): void {
  const message = `${filename} ends early: the ${pluralize(bytes, 'byte')} before the cut were converted, and the rest is missing.`;
  context.warn('input_truncated', message, { bytes });
}

export const isTruncation = (error: ConversionError): boolean => error.code === 'input_truncated';
