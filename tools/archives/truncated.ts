import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findPython } from '../../src/process/python.ts';
import type { ConversionError } from '../../src/task/errors.ts';
import { pluralize } from '../../src/util/pluralize.ts';
import type { LocalInput, WorkContext } from '../../src/work/context.ts';
import { runWithin } from './budget.ts';
import type { ArchiveLimits } from './limits.ts';
import type { ArchiveEntry, Listing } from './list.ts';
import { normalizePath } from './safety.ts';
import { pathOfRaw } from './walk.ts';

/** Archives that end early: which of their entries are whole. */

/** As 7-Zip calls them: each entry stands behind its own header, so that those before the cut can be read without the end. */
const IN_SEQUENCE: ReadonlySet<string | null> = new Set(['Ar', 'Cpio', 'tar', 'zip']);

/** A volume of several is not cut: the others are to be given. */
const VOLUME = /\.(?:\d{3}|[rz]\d\d)$/i;

/** Whether entries of an archive that cannot be read to its end may be unpacked: not encrypted ones, of which no entry can be judged. */
export const hasWholeEntries = (listing: Listing, { filename }: Pick<LocalInput, 'filename'>): boolean =>
  IN_SEQUENCE.has(listing.type) &&
  // Read by the headers of its entries. A zip with its table is the last volume of several.
  (listing.type !== 'zip' || /^Characteristics = .*\bLocal\b/m.test(listing.notes)) &&
  !VOLUME.test(filename) &&
  listing.entries.some(({ kind }) => kind === 'file') &&
  !listing.entries.some(({ encrypted, split }) => encrypted || split);

/** The listing of a cut archive as it is checked: the last entry takes less of the file than its header says. */
export const withoutLastSize = (listing: Listing): Listing => ({
  ...listing,
  entries: listing.entries.map((entry, at) =>
    at === listing.entries.length - 1 ? { ...entry, packedSize: null } : entry,
  ),
});

/** What is left of a cut archive that was unpacked as far as it goes. */
export interface Rest {
  /** Of whole entries. */
  readonly listing: Listing;
  /** Names of the files that were listed and are not whole, a character for each byte. */
  readonly broken: readonly string[];
}

/**
 * Takes apart what 7-Zip unpacked of a cut archive: a file that does not have its listed size is removed, and so is one without a
 * listed size, and every other name of it. Null: none is whole, or 7-Zip named more errors than there are such files.
 * @param errors what 7-Zip wrote to its standard error
 */
export async function wholeEntries(root: string, listing: Listing, errors: string): Promise<Rest | null> {
  const files = listing.entries.filter(({ kind, special }) => kind === 'file' && special === null);
  const broken = new Set<string>();
  for (const { path, size } of files) {
    const found = await sizeOf(root, path);
    if (size === null || found !== size) broken.add(normalizePath(path));
  }
  // Of an entry that has its size and an error nothing is known.
  const named = errors.split('\n').filter((line) => line.startsWith('ERROR: ')).length;
  if (named > broken.size) return null;
  for (const path of broken) await rm(pathOfRaw(root, path), { force: true });
  const isLost = ({ path, sameAs }: ArchiveEntry): boolean =>
    broken.has(normalizePath(path)) || (sameAs !== null && broken.has(normalizePath(sameAs)));
  const entries = listing.entries.filter((entry) => !isLost(entry));
  if (!entries.some(({ kind, special }) => kind === 'file' && special === null)) return null;
  return { listing: { ...listing, entries }, broken: listing.entries.filter(isLost).map(({ path }) => path) };
}

/** null: it was not unpacked. */
const sizeOf = (root: string, path: string): Promise<number | null> =>
  stat(pathOfRaw(root, normalizePath(path))).then(
    ({ size }) => size,
    () => null,
  );

/** Names in one warning. */
const MAX_NAMED = 10;

/** Says what of a cut archive is there. */
export function warnOfCut({ listing, broken }: Rest, { filename }: LocalInput, context: WorkContext): void {
  const whole = listing.entries.filter(({ kind }) => kind === 'file').length;
  const names = broken.slice(0, MAX_NAMED).map((path) => Buffer.from(path, 'latin1').toString('utf8').slice(0, 200));
  const more = broken.length > MAX_NAMED ? ` and ${broken.length - MAX_NAMED} more` : '';
  const cut = broken.length === 0 ? '' : ` Incomplete and left out: ${names.join(', ')}${more}.`;
  // In a zip these are in the table at its end alone.
  const table = listing.type === 'zip' ? ' Permissions and symbolic links are lost with the table at its end.' : '';
  const message = `${filename} ends early. ${pluralize(whole, 'whole file')} of it ${whole === 1 ? 'was' : 'were'} converted; what follows in the archive is missing.${cut}${table}`;
  context.warn('input_truncated', message, { whole, incomplete: broken.length });
}

const INFLATE = fileURLToPath(new URL('./inflate_cut.py', import.meta.url));

/**
 * What was decompressed of a stream that ends early: what the decoder left in the folder `decoded`, and of gzip what zlib makes of it.
 * @returns its path; null: nothing, or of a format whose decoder may make up the last bytes
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

/** Formats of whose cut files the decoders write what they could decode, and no more. */
const EXACT: ReadonlySet<string> = new Set(['bz2', 'lz', 'lz4', 'xz', 'zst']);

/** Says that a compressed file was decompressed up to where it ends early. */
export function warnOfCutStream(bytes: number, { filename }: LocalInput, context: WorkContext): void {
  const message = `${filename} ends early: the ${pluralize(bytes, 'byte')} before the cut were converted, and the rest is missing.`;
  context.warn('input_truncated', message, { bytes });
}

export const isTruncation = (error: ConversionError): boolean => error.code === 'input_truncated';
