import { basename, dirname } from 'node:path';
import { type CatalogEntry, isTarget, resolveTarget } from '../../catalog/index.ts';
import { badRequest } from '../bad-request.ts';

/** The words of `convertd convert`, understood. */
export interface Words {
  /** As they were typed; `-` is standard input. */
  readonly inputs: readonly string[];
  readonly entry: CatalogEntry;
  readonly place: Place;
}

/** Where the outputs go. */
export type Place =
  /** null: where the settings say, else the current folder. */
  | { readonly kind: 'folder'; readonly location: string | null }
  /** One file, by the name that was typed. */
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'stdout' };

export interface WordFlags {
  readonly to?: string;
  readonly output?: string;
}

/** Standard input as an input, standard output as an output. */
export const STANDARD = '-';

/**
 * Tells inputs, target and output apart: `FILE… TARGET`, `FILE OUTPUT.EXTENSION`, or `FILE… --to TARGET`; a last `-` after an
 * input is standard output. Throws ConversionErrors: `task_invalid` that says how the command is written, `target_unknown`.
 */
export function readWords(words: readonly string[], { to, output }: WordFlags): Words {
  const last = words.at(-1) ?? '';
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
  if (others.length === 0) {
    throw badRequest(
      `Give the files and then what they are to become: "convertd convert ${last} pdf", "convertd convert ${last} OUT.pdf" or "--to pdf".`,
    );
  }
  if (isTarget(last)) return { inputs: others, entry: resolveTarget(last), place };
  const target = targetOfName(basename(last));
  // The text itself is not a target then; the error suggests similar ones.
  if (target === null) return { inputs: others, entry: resolveTarget(last), place };
  return { inputs: others, entry: resolveTarget(target), place: onlyPlace({ kind: 'file', path: last }, output) };
}

function placeOf(output: string | undefined): Place {
  if (output === STANDARD) return { kind: 'stdout' };
  return { kind: 'folder', location: output ?? null };
}

/** A place that the words name leaves nothing for --output to say. */
function onlyPlace<Named extends Place>(place: Named, output: string | undefined): Named {
  if (output === undefined) return place;
  const named = place.kind === 'file' ? place.path : STANDARD;
  const inside = place.kind === 'file' ? ` Write ${output.replace(/\/$/, '')}/${basename(place.path)} instead.` : '';
  throw badRequest(`"${named}" and --output both say where the output goes.${inside}`);
}

/** The longest extension of a file name that is a target: `tar.gz` before `gz`; null if there is none. */
export function targetOfName(name: string): string | null {
  const parts = name.toLowerCase().split('.').slice(1);
  const extensions = parts.map((_, index) => parts.slice(index).join('.'));
  return extensions.find((extension) => extension !== '' && isTarget(extension)) ?? null;
}

/** The folder and the name of an output that was typed. */
export const folderAndName = (path: string): { folder: string; name: string } => ({
  folder: dirname(path),
  name: basename(path),
});
