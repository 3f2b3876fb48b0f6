import { pluralize } from '../../../src/util/pluralize.ts';
import { yielding } from '../../../src/util/yielding.ts';
import type { LocalInput, WorkContext } from '../../../src/work/context.ts';
import type { Listing } from './list.ts';
import type { Contents } from './members.ts';
import { hasDrive, isFromRoot, normalizePath } from './safety.ts';

/* Warnings about archives whose unpacked content differs from the archive. */

/** Warns about names that begin at the root of the file system, which are unpacked below the target folder. */
export function warnOfRoots({ entries }: Listing, context: WorkContext): void {
  const names = entries.filter(({ path }) => isFromRoot(path)).map(({ path }) => shown(path));
  if (names.length === 0) return;
  const message = `${pluralize(names.length, 'name')} of the archive ${names.length === 1 ? 'begins' : 'begin'} at the root of the file system, and ${names.length === 1 ? 'was' : 'were'} taken without the slash: ${listed(names)}.`;
  context.warn('output_limited', message, { names: names.length });
}

/** Warns about files that the archive repeats: the last one is taken, as in other programs. */
export async function warnOfReplaced({ entries }: Listing, context: WorkContext): Promise<void> {
  const seen = new Set<string>();
  const again = new Set<string>();
  for await (const { path, kind } of yielding(entries)) {
    if (kind === 'folder') continue;
    const place = normalizePath(path);
    if (seen.has(place)) again.add(shown(place));
    seen.add(place);
  }
  if (again.size === 0) return;
  const message = `The archive holds ${pluralize(again.size, 'file')} more than once. The last one of each was taken: ${listed([...again])}.`;
  context.warn('output_limited', message, { names: again.size });
}

/** Warns about names that begin with a Windows drive letter. */
export function warnOfDrives({ members }: Contents, context: WorkContext): void {
  const names = members.map(({ path }) => path).filter((path) => hasDrive(path));
  if (names.length === 0) return;
  const message = `${pluralize(names.length, 'name')} ${names.length === 1 ? 'begins' : 'begin'} with a letter and a colon. Windows reads that as a drive, so programs there rename or refuse them: ${listed(names)}.`;
  context.warn('output_limited', message, { names: names.length });
}

/** Warns about links that are no longer links. */
export function warnOfLinks(
  kind: 'symbolic' | 'hard',
  paths: readonly string[],
  what: string,
  context: WorkContext,
): void {
  if (paths.length === 0) return;
  const message = `${pluralize(paths.length, `${kind} link`)} of the archive ${paths.length === 1 ? 'was' : 'were'} ${what}: ${listed(paths)}.`;
  context.warn('output_limited', message, { links: paths.length });
}

/** Warns about bytes that belong to no entry. */
export function warnOfRemains(context: WorkContext): void {
  context.warn(
    'input_damaged',
    'The input contains data outside the archive, such as after its end. All listed entries were converted.',
  );
}

/** Warns that a zip was read although it states contradictory facts about its entries. */
export function warnOfContradiction({ filename }: LocalInput, context: WorkContext): void {
  const message = `${filename} contradicts itself: the headers of its entries and the table at its end differ. All listed entries were converted, with the sizes and checksums that the table states.`;
  context.warn('input_damaged', message);
}

/** Most names in one warning. */
const MAX_NAMED = 10;

const listed = (names: readonly string[]): string =>
  names.slice(0, MAX_NAMED).join(', ') + (names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : '');

/** Returns a raw name for a message, shortened if it is long. */
const shown = (path: string): string => Buffer.from(path, 'latin1').toString('utf8').slice(0, 200);
