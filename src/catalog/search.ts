import { listEntries } from './catalog.ts';
import type { CatalogEntry } from './definition.ts';
import { categoryOf } from './registry.ts';
import { INTENTS, type Intent, WORDS } from './vocabulary.ts';

/** An option, with the targets that have it and the description of the first one. */
export interface FoundOption {
  readonly option: string;
  readonly description: string;
  readonly entries: readonly CatalogEntry[];
}

/** Results of a search, best first. */
export interface Found {
  readonly intents: readonly Intent[];
  readonly targets: readonly CatalogEntry[];
  readonly options: readonly FoundOption[];
}

/** Words without meaning for a search. */
const STOP: ReadonlySet<string> = new Set(
  'a an the to into as of in for from with my and or how do i file files convert conversion'.split(' '),
);

/** Longest text of a search; nobody types more words. */
const MAX_TEXT = 200;

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .slice(0, MAX_TEXT)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** Returns the meaningful words of a search; all of them if none is. */
function searchWords(text: string): string[] {
  const all = wordsOf(text);
  const telling = all.filter((word) => !STOP.has(word));
  return telling.length > 0 ? telling : all;
}

/** Whether both have the same root, as rotate, rotated and rotation: all but the last three letters, four at least. */
function isSameWord(one: string, other: string): boolean {
  if (one === other) return true;
  const root = Math.max(4, Math.max(one.length, other.length) - 3);
  return one.length >= 4 && other.length >= 4 && one.slice(0, root) === other.slice(0, root);
}

const hasWord = (words: readonly string[], wanted: string): boolean => words.some((word) => isSameWord(word, wanted));

/** Searches tasks, targets and options for everyday words: `rotate`, `pdf to word`, `kindle`. */
export function searchCatalog(text: string): Found {
  const wanted = searchWords(text);
  if (wanted.length === 0) return { intents: [], targets: [], options: [] };
  return { intents: findIntents(wanted), targets: findTargets(wanted), options: findOptions(wanted) };
}

function findIntents(wanted: readonly string[]): Intent[] {
  return INTENTS.flatMap((intent) => {
    const phrases = intent.phrases.map(wordsOf).filter((words) => wanted.every((word) => hasWord(words, word)));
    const shortest = Math.min(...phrases.map(({ length }) => length));
    return phrases.length === 0 ? [] : [{ intent, shortest }];
  })
    .sort((a, b) => a.shortest - b.shortest)
    .map(({ intent }) => intent);
}

/** Returns the targets of the last word that names one: `pdf to word` asks for Word. */
function findTargets(wanted: readonly string[]): CatalogEntry[] {
  const named = wanted.findLast((word) => targetsNamed(word).length > 0);
  return named === undefined ? [] : targetsNamed(named);
}

const targetsNamed = (word: string): CatalogEntry[] =>
  listEntries().filter(({ category, target }) => namesOf(category, target).includes(word));

/** Returns a target's own name, its aliases, and the words for it. */
export function namesOf(category: string, target: string): string[] {
  const aliases = Object.entries(categoryOf(category)?.catalog.aliases ?? {});
  const words = WORDS.filter((each) => each.target === `${category}/${target}`);
  return [
    target,
    ...aliases.filter(([, name]) => name === target).map(([alias]) => alias),
    ...words.map(({ word }) => word),
  ];
}

function findOptions(wanted: readonly string[]): FoundOption[] {
  const byName = new Map<string, CatalogEntry[]>();
  for (const entry of listEntries()) {
    for (const option of Object.keys(entry.options)) byName.set(option, [...(byName.get(option) ?? []), entry]);
  }
  return [...byName]
    .flatMap(([option, entries]) => {
      const description = entries[0]?.options[option]?.description ?? '';
      const score = scoreOf(wanted, wordsOf(option), wordsOf(description));
      return score === 0 ? [] : [{ found: { option, description, entries }, score }];
    })
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_OPTIONS)
    .map(({ found }) => found);
}

/** Most options of a result: nobody reads more. */
const MAX_OPTIONS = 12;

/** Scores an option: a name counts more than a description, and a short name most. 0: a word is in neither. */
function scoreOf(wanted: readonly string[], name: readonly string[], description: readonly string[]): number {
  const scores = wanted.map((word) =>
    hasWord(name, word) ? 2 + 1 / name.length : description.includes(word) ? 1 / (1 + description.length) : 0,
  );
  return scores.includes(0) ? 0 : scores.reduce((sum, each) => sum + each, 0);
}

/** Returns the targets of a search, each once: those of tasks, those that it names, those with such an option. */
export function targetsFor(text: string): CatalogEntry[] {
  const { intents, targets, options } = searchCatalog(text);
  const ofIntents = intents.map(({ target }) => target);
  const meant = listEntries().filter(({ category, target }) => ofIntents.includes(`${category}/${target}`));
  meant.sort((a, b) => ofIntents.indexOf(`${a.category}/${a.target}`) - ofIntents.indexOf(`${b.category}/${b.target}`));
  return [...new Set([...meant, ...targets, ...options.flatMap(({ entries }) => entries)])];
}
