import { extname } from 'node:path';
import type { CatalogEntry } from './definition.ts';
import { resolveTarget } from './lookup.ts';
import { reads } from './readable-formats.ts';
import type { GivenOptions } from './rules.ts';
import { INTENTS, type Intent } from './vocabulary.ts';

/** Example input files by category. */
const INPUTS: Readonly<Record<string, readonly string[]>> = {
  archive: ['papers.rar', 'papers.tar'],
  audio: ['talk.wav', 'talk.flac'],
  cad: ['plan.dwg', 'plan.dxf'],
  document: ['report.docx', 'report.pdf'],
  ebook: ['novel.epub', 'novel.docx'],
  hash: ['download.iso'],
  image: ['photo.png', 'photo.heic'],
  metadata: ['photo.jpg'],
  operation: ['photo.jpg', 'film.mp4', 'talk.wav', 'report.pdf', 'report.docx', 'papers.zip'],
  video: ['film.mov', 'film.mp4'],
};

/** Returns the shortest unambiguous name of a target: `mp3`, or `ebook/pdf` if `pdf` is another. */
export function shortName(entry: CatalogEntry): string {
  const path = `${entry.category}/${entry.target}`;
  try {
    return resolveTarget(entry.target) === entry ? entry.target : path;
  } catch {
    return path;
  }
}

/** Formats a value for a command line. */
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

/** Returns the command for a task. */
export function intentCommand({ input, target, options, flags }: Intent, entry: CatalogEntry | undefined): string {
  if (target === 'operation/extract-archive') return `convertd unpack ${input}`;
  const text = command(input, entry === undefined ? target : shortName(entry), options);
  return flags === undefined ? text : `${text} ${flags}`;
}

/** Returns commands for a target: those of common tasks, or one with the first given option that has an example. */
export function exampleCommands(entry: CatalogEntry, options: readonly string[]): string[] {
  const path = `${entry.category}/${entry.target}`;
  const intents = INTENTS.filter(({ target }) => target === path);
  if (intents.length > 0) return intents.slice(0, MAX_EXAMPLES).map((intent) => intentCommand(intent, entry));
  const inputs = INPUTS[entry.category] ?? ['file'];
  const fits = (each: string) => reads(entry.category, entry.target, extname(each).slice(1)) !== null;
  const input = inputs.find((each) => !each.endsWith(`.${entry.target}`) && fits(each)) ?? inputs[0] ?? 'file';
  const shown = options.find((name) => entry.options[name]?.example !== undefined);
  return [command(input, shortName(entry), shown === undefined ? {} : { [shown]: entry.options[shown]?.example })];
}

const MAX_EXAMPLES = 4;
