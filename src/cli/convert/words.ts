import { basename, dirname } from 'node:path';
import { type CatalogEntry, isTarget, resolveTarget } from '../../catalog/index.ts';
import { badRequest } from '../bad-request.ts';

/** The parsed words of `convertd convert`. */
export interface Words {
  /** As they were typed; `-` is standard input. */
  readonly inputs: readonly string[];
  readonly entry: CatalogEntry;
  readonly place: Place;
}

/** Where the outputs go. */
export type Place =
  /** Null for the place from the settings, otherwise the current folder. */
  | { readonly kind: 'folder'; readonly location: string | null }
  /** One file with the name that was typed. */
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'stdout' };

export interface WordFlags {
  readonly to?: string;
  readonly output?: string;
}

/** Stands for standard input among inputs, for standard output as an output. */
export const STANDARD = '-';

/**
 * Tells inputs, target and output apart: `FILE… TARGET`, `FILE OUTPUT.EXTENSION`, or `FILE… --to TARGET`. A last `-` after an input is
 * standard output. Throws ConversionErrors: `task_invalid`, which explains how to write the command, and `target_unknown`.
 */
export function readWords(words: readonly string[], { to, output }: WordFlags): Words {
  const last = words.at(-1);
  if (last === undefined) throw missingWords('FILE');
  const others = words.slice(0, -1);
  const place = placeOf(output);
  if (to !== undefined) {
    const entry = resolveTarget(to);
    const toStandard = last === STANDARD && others.length > 0;
    return {
      inputs: toStandard ? others : words,
      entry,
      place: toStandard ? onlyPlace({ kind: 'stdout' }, output) : place,
    };
  }
  if (others.length === 0) throw missingWords(last);
  if (isTarget(last)) return { inputs: others, entry: resolveTarget(last), place };
  const target = targetOfName(basename(last));
  // Then the text itself is not a target; the error suggests similar ones.
  if (target === null) return { inputs: others, entry: resolveTarget(last), place };
  return { inputs: others, entry: resolveTarget(target), place: onlyPlace({ kind: 'file', path: last }, output) };
}

const missingWords = (file: string) =>
  badRequest(
    `Give the files and then what they are to become: "convertd ${file} pdf", "convertd ${file} OUT.pdf" or "--to pdf".`,
  );

function placeOf(output: string | undefined): Place {
  if (output === STANDARD) return { kind: 'stdout' };
  return { kind: 'folder', location: output ?? null };
}

/** Returns the place that the words name; throws if --output names one, too. */
function onlyPlace<Named extends Place>(place: Named, output: string | undefined): Named {
  if (output === undefined) return place;
  const named = place.kind === 'file' ? place.path : STANDARD;
  const inside = place.kind === 'file' ? ` Write ${output.replace(/\/$/, '')}/${basename(place.path)} instead.` : '';
  throw badRequest(`"${named}" and --output both say where the output goes.${inside}`);
}

/** Returns the longest extension of a file name that is a target: `tar.gz` before `gz`. Null if there is none. */
export function targetOfName(name: string): string | null {
  const parts = name.toLowerCase().split('.').slice(1);
  const extensions = parts.map((_, index) => parts.slice(index).join('.'));
  return extensions.find((extension) => extension !== '' && isTarget(extension)) ?? null;
}

/** Splits the path of an output into folder and name. */
export const folderAndName = (path: string): { folder: string; name: string } => ({
  folder: dirname(path),
  name: basename(path),
});
