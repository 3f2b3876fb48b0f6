import { routeTo } from '../../catalog/conversion-graph.ts';
import { type CatalogEntry, findEntry, listEntries, resolveTarget } from '../../catalog/index.ts';
import { TASKS } from '../../catalog/vocabulary.ts';
import { openByteSource } from '../../files/formats/byte-source.ts';
import { formatOf } from '../../files/formats/names.ts';
import { textInZip } from '../../files/formats/zip.ts';
import { identify } from '../../files/identify.ts';
import type { OptionValues } from '../../task/types.ts';
import { badRequest } from '../bad-request.ts';
import type { FoundInput } from './find-inputs.ts';
import type { GivenOptions } from './given-options.ts';
import type { Wanted } from './words.ts';

/** What a command means for its inputs, besides what it says in so many words. */
export interface Meaning {
  readonly entry: CatalogEntry;
  /** Options that count unless others are given. */
  readonly options: OptionValues;
  /** How the inputs are read, unless the command says it. */
  readonly reading: GivenOptions['reading'];
  /** What the user may not expect, and how to have it otherwise. */
  readonly note: string | null;
}

/** More inputs than these are not looked into: those of one command are of one kind. */
const LOOKED_AT = 8;

/**
 * Returns the formats of inputs, as far as they are known from local files. A zip of a text and its pictures becomes what the text does,
 * so its target is looked for as that of the text; a task, such as to compress, is done to the zip.
 */
export async function formatsOf(inputs: readonly FoundInput[], { target }: Wanted): Promise<string[]> {
  const paths = inputs.flatMap(({ path }) => (path === null ? [] : [path]));
  const formats = await Promise.all(
    paths.slice(0, LOOKED_AT).map(async (path) => {
      const name = (await identify(path).catch(() => null))?.name ?? null;
      return name === 'zip' && target !== null ? ((await textOfZip(path)) ?? name) : name;
    }),
  );
  return formats.filter((name) => name !== null);
}

async function textOfZip(path: string): Promise<string | null> {
  const source = await openByteSource(path);
  if (source === null) return null;
  try {
    return await textInZip(source);
  } finally {
    await source.close();
  }
}

/** Returns what a target or a task means for inputs of these formats. Throws ConversionErrors: `task_invalid`, `target_unknown`. */
export function meaningOf({ target, task }: Wanted, formats: readonly string[]): Meaning {
  const options = (task === null ? {} : TASKS[task]) as OptionValues;
  const entry = target === null ? changed(task ?? '', options, formats) : resolveTarget(target, undefined, formats);
  const lacking = Object.keys(options).find((option) => entry.options[option] === undefined);
  if (lacking !== undefined) throw cannot(task ?? '', [entry.target]);
  return isFilmToPicture(entry, formats)
    ? { entry, options, reading: { engine: 'video', options: { take: 'frames', max_frames: 1 } }, note: FIRST_FRAME }
    : { entry, options, reading: null, note: null };
}

/** Returns the entry that does a task and keeps the format of the inputs; else the one that makes a PDF of them. */
function changed(task: string, options: OptionValues, formats: readonly string[]): CatalogEntry {
  const [own = ''] = formats;
  const pdf = findEntry('document', 'pdf');
  const found = [...listEntries({ target: own }), ...(pdf === undefined ? [] : [pdf])].find(
    ({ category, target, options: its }) => {
      const isDone = Object.keys(options).every((option) => its[option] !== undefined);
      const routes = formats.map((format) => routeTo(category, target, format));
      return isDone && routes.every((route) => route !== null && (route.option === null || route.option in options));
    },
  );
  if (found === undefined) throw cannot(task, formats);
  return found;
}

const cannot = (task: string, formats: readonly string[]) =>
  badRequest(
    `"${task}" is not done to ${[...new Set(formats)].join(', ') || 'files of an unknown type'}. "convertd catalog --search ${task}" says what it is done to.`,
  );

const FIRST_FRAME =
  'this is the first picture of the film; --engine video -i seconds_per_frame=10 takes one every 10 seconds';

const isFilmToPicture = ({ category, target }: CatalogEntry, formats: readonly string[]): boolean =>
  category === 'image' &&
  formats.length > 0 &&
  formats.every((format) => formatOf(format).kind === 'video' && routeTo(category, target, format) === null);
