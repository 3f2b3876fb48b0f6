import { lstat } from 'node:fs/promises';
import { extname, join, relative } from 'node:path';
import { safeFilename, stem } from '../../files/filename.ts';
import type { OutputStore } from '../../files/stores/output-store.ts';
import { UniqueNames } from '../../files/unique-names.ts';
import { ConversionError, ConversionErrors } from '../../task/errors.ts';
import type { Task } from '../../task/types.ts';
import { changeOf } from './changed-name.ts';

/** Names for the outputs of one thread, as in RunnerServices. */
export type OutputNames = Pick<UniqueNames, 'take'>;

/** Where the outputs of one thread go, and their names. */
export interface OutputPlan {
  /** Folder, or `s3:` URL that ends in a slash. */
  readonly location: string;
  /** The expected name; an archive of several files has a different one. */
  readonly filename: string;
  readonly names: OutputNames;
}

/** What to do if a file has the name of an output. */
export type Existing = 'refuse' | 'skip' | 'replace';

/** What the plan of one thread is made from. */
export interface PlannedThread {
  readonly task: Task;
  /** Name of its first input, with extension. */
  readonly inputName: string;
  readonly location: string;
  /** Name of the only output, if the user typed it. */
  readonly named: string | null;
}

/** Extensions of targets that differ from the target's name. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  'document/asciidoc': 'adoc',
  'document/chunks': 'chunks.json',
  'document/docbook': 'xml',
  'document/jats': 'xml',
  'document/latex': 'tex',
  'document/mediawiki': 'wiki',
  'ebook/pdf-ebook': 'pdf',
  'hash/tiger128-calculator': 'tiger128',
  'hash/tiger128-converter': 'tiger128',
};

/** Targets that keep the type of their input. */
const KEEPING: ReadonlySet<string> = new Set(['operation/compress', 'operation/resize-image']);

function expectedExtension({ conversion }: Task, inputName: string): string {
  const path = `${conversion.category}/${conversion.target}`;
  return KEEPING.has(path) ? extname(inputName).slice(1) : (EXTENSIONS[path] ?? conversion.target);
}

/**
 * Plans the outputs of threads in the order of their inputs, whichever ends first. If two would have the same name in the same folder, the
 * second becomes `talk-2.mp3`. One that would have the path of an input is named by what was done: `report-compressed.pdf`.
 * @param inputs absolute paths of the inputs
 */
export function planOutputs(threads: readonly PlannedThread[], inputs: ReadonlySet<string> = new Set()): OutputPlan[] {
  const taken = new Map<string, { readonly planned: UniqueNames; readonly made: UniqueNames }>();
  return threads.map(({ task, inputName, location, named }) => {
    const names = taken.get(location) ?? { planned: new UniqueNames(), made: new UniqueNames() };
    taken.set(location, names);
    const extension = expectedExtension(task, inputName);
    if (named !== null) return { location, filename: named, names: namedOutput(task, named) };
    const { output_filename: chosen } = task.conversion.options;
    const isChosen = typeof chosen === 'string' && chosen !== '';
    const safe = safeFilename(`${isChosen ? chosen : stem(inputName)}.${extension}`);
    const base = safe.endsWith(`.${extension}`) ? safe.slice(0, -extension.length - 1) : stem(safe);
    const isInput = !isChosen && inputs.has(join(location, `${base}.${extension}`));
    const wanted = isInput ? `${base}-${changeOf(task)}` : base;
    // The extension becomes one ending, as a number is inserted before the last one.
    const ending = `.${extension.replaceAll('.', '_')}`;
    const planned = names.planned.take(wanted + ending).slice(0, -ending.length);
    return { location, filename: `${planned}.${extension}`, names: renamed(base, planned, names.made) };
  });
}

/** Replaces the input's name at the start of an output's name by the planned one. */
const renamed = (base: string, planned: string, made: UniqueNames): OutputNames => ({
  take: (filename) => made.take(filename.startsWith(base) ? planned + filename.slice(base.length) : filename),
});

/** Gives the only output the name that was typed. Several outputs, or a zip of them, get that name with their own extensions. */
function namedOutput({ conversion }: Task, named: string): OutputNames {
  const made = new UniqueNames();
  return {
    take: (filename) =>
      made.take(filename.endsWith('.zip') && conversion.target !== 'zip' ? `${stem(named)}.zip` : named),
  };
}

/** Returns the file that a plan would replace. Null if there is none, or if it is unknown, as in a bucket. */
export async function existingFile({ location, filename }: OutputPlan): Promise<string | null> {
  const path = join(location, filename);
  return isFolder(location) && (await exists(path)) ? path : null;
}

const isFolder = (location: string): boolean => location.startsWith('/');

const exists = async (path: string): Promise<boolean> => (await lstat(path).catch(() => null)) !== null;

/** Returns a path as people write it: relative if it is below the current folder. */
export function shownPath(path: string): string {
  const fromHere = relative(process.cwd(), path);
  return fromHere.startsWith('..') ? path : fromHere;
}

/** Returns the errors for replacing these files, with what to do instead. */
export const outputsExist = (paths: readonly string[]): ConversionErrors =>
  new ConversionErrors(
    paths.map(
      (path) =>
        new ConversionError(
          'output_exists',
          `${shownPath(path)} exists already. Give --force to replace it, --skip-existing to leave it as it is, or another --output.`,
          { details: { filename: relative(join(path, '..'), path) } },
        ),
    ),
  );

/** Wraps a store so that it never replaces a file: for names that are known only after the conversion. */
export const keepingExisting = (store: OutputStore, location: string): OutputStore => ({
  remove: (filename) => store.remove(filename),
  put: async (path, file) => {
    const target = join(location, file.filename);
    if (isFolder(location) && (await exists(target))) throw outputsExist([target]);
    return store.put(path, file);
  },
});
