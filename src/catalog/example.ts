import type { CatalogEntry } from './definition.ts';
import { resolveTarget } from './lookup.ts';
import type { GivenOptions } from './rules.ts';
import { INTENTS, type Intent } from './vocabulary.ts';

/** A file that people have, by category. */
const INPUTS: Readonly<Record<string, readonly string[]>> = {
  archive: ['papers.rar', 'papers.tar'],
  audio: ['talk.wav', 'talk.flac'],
  cad: ['plan.dwg', 'plan.dxf'],
  document: ['report.docx', 'report.pdf'],
  ebook: ['novel.epub', 'novel.docx'],
  hash: ['download.iso'],
  image: ['photo.png', 'photo.heic'],
  metadata: ['photo.jpg'],
  operation: ['photo.jpg'],
  video: ['film.mov', 'film.mp4'],
};

/** The shortest name that means this target: `mp3`, or `ebook/pdf` where `pdf` is another. */
export function shortName(entry: CatalogEntry): string {
  const path = `${entry.category}/${entry.target}`;
  try {
    return resolveTarget(entry.target) === entry ? entry.target : path;
  } catch {
    return path;
  }
}

/** A value as it is written on a command line. */
function shellValue(value: unknown): string {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return /^[\w.,:/@%+-]+$/.test(text) ? text : `'${text}'`;
}

const command = (input: string, target: string, options: GivenOptions): string =>
  [
    'convertd convert',
    input,
    target,
    ...Object.entries(options).map(([name, value]) => `-o ${name}=${shellValue(value)}`),
  ].join(' ');

/** The command for a task. */
export const intentCommand = ({ input, target, options }: Intent, entry: CatalogEntry | undefined): string =>
  command(input, entry === undefined ? target : shortName(entry), options);

/** Commands that make a target: of the tasks that people have, or with the first of the options given that has an example. */
export function exampleCommands(entry: CatalogEntry, options: readonly string[]): string[] {
  const path = `${entry.category}/${entry.target}`;
  const intents = INTENTS.filter(({ target }) => target === path);
  if (intents.length > 0) return intents.slice(0, MAX_EXAMPLES).map((intent) => intentCommand(intent, entry));
  const inputs = INPUTS[entry.category] ?? ['file'];
  const input = inputs.find((each) => !each.endsWith(`.${entry.target}`)) ?? 'file';
  const shown = options.find((name) => entry.options[name]?.example !== undefined);
  return [command(input, shortName(entry), shown === undefined ? {} : { [shown]: entry.options[shown]?.example })];
}

const MAX_EXAMPLES = 4;
