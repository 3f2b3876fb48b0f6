import { ConversionError, ConversionErrors } from '../task/errors.ts';
import { findEntry, listCategories, listEntries } from './catalog.ts';
import { routeTo } from './conversion-graph.ts';
import type { CatalogEntry } from './definition.ts';
import { quote } from './grammar/parsed.ts';
import { nearest } from './nearest.ts';
import { searchCatalog } from './search.ts';
import { targetOfWord, WORDS } from './vocabulary.ts';

/** Returns the entry of a category and a target or its alias. Throws ConversionErrors with `target_unknown` and the alternatives. */
export function requireEntry(category: string, target: string): CatalogEntry {
  const entry = findEntry(category, target);
  if (entry === undefined) throw unknownTarget(category, target);
  return entry;
}

/** Returns all entries of a category, or that of one target. Throws as `requireEntry` does. */
export function requireEntries(category: string, target?: string): readonly CatalogEntry[] {
  if (target !== undefined) return [requireEntry(category, target)];
  const entries = listEntries({ category });
  if (entries.length === 0) throw unknownCategory(category);
  return entries;
}

/**
 * Finds the target that a user means: `mp3`, `.mp3`, `MP3` or `audio/mp3`, or a word for it: `kindle`. A name that several categories have
 * is ambiguous, unless document has it: `pdf` means document/pdf, the usual wish, and ebook/pdf must be written out. `epub` means
 * ebook/epub, which has its options. `gif` means image/gif, unless more of the inputs can become video/gif. Throws ConversionErrors with
 * `target_unknown`, which lists the candidates.
 *
 * @param catalog where the user can see all targets: a command or a request
 * @param formats of the inputs, as far as they are known
 */
export function resolveTarget(
  text: string,
  catalog = '"convertd catalog"',
  formats: readonly string[] = [],
): CatalogEntry {
  const name = text.trim().toLowerCase();
  const [category, target] = name.split('/', 2);
  if (category !== undefined && target !== undefined) return requireEntry(category, target);
  const entries = entriesNamed(name);
  const [only, ...others] = entries;
  if (only === undefined) throw unknownTargetAnywhere(text, catalog);
  if (others.length === 0) return only;
  const usual = only.target === 'epub' ? ['ebook'] : ['document', 'image'];
  const ranked = usual.flatMap((category) => entries.filter((entry) => entry.category === category));
  const fitting = (entry: CatalogEntry) =>
    formats.filter((format) => routeTo(entry.category, entry.target, format) !== null).length;
  const most = Math.max(...entries.map(fitting));
  const preferred = [...ranked, ...(most > 0 ? entries : [])].find((entry) => fitting(entry) === most);
  if (preferred !== undefined) return preferred;
  const candidates = entries.map(pathOf);
  throw problem(`Several categories have a target ${quote(text)}: write one of ${candidates.join(', ')}.`, {
    candidates,
  });
}

/** Whether `resolveTarget` knows the text as a target, or as the name of one in several categories. */
export function isTarget(text: string): boolean {
  const name = text.trim().toLowerCase();
  const [category, target] = name.split('/', 2);
  if (category !== undefined && target !== undefined) return findEntry(category, target) !== undefined;
  return entriesNamed(name).length > 0;
}

/** Returns targets of this name in any category, else the target of this word. */
function entriesNamed(name: string): readonly CatalogEntry[] {
  const bare = name.replace(/^\./, '');
  const entries = listEntries({ target: bare });
  const [category, target] = targetOfWord(bare)?.split('/') ?? [];
  const meant = category && target ? findEntry(category, target) : undefined;
  return entries.length > 0 || meant === undefined ? entries : [meant];
}

const pathOf = (entry: CatalogEntry) => `${entry.category}/${entry.target}`;

function unknownTarget(category: string, target: string): ConversionErrors {
  const targets = listEntries({ category }).map((entry) => entry.target);
  if (targets.length === 0) return unknownCategory(category);
  const elsewhere = listEntries({ target }).map(pathOf);
  const suggestions = elsewhere.length > 0 ? elsewhere : nearest(target, targets);
  return problem(
    `The category ${category} has no target ${quote(target)}.${didYouMean(suggestions)} Its targets: ${targets.join(', ')}.`,
    { category, target: target.slice(0, 100), allowed: targets },
  );
}

function unknownCategory(category: string): ConversionErrors {
  const categories = listCategories();
  return problem(
    `There is no category ${quote(category)}.${didYouMean(nearest(category, categories))} Categories: ${categories.join(', ')}.`,
    { category: category.slice(0, 100), allowed: categories },
  );
}

function unknownTargetAnywhere(text: string, catalog: string): ConversionErrors {
  const targets = [...new Set(listEntries().map((entry) => entry.target))];
  const categories = listCategories();
  if (categories.includes(text.trim().toLowerCase())) {
    const ofCategory = listEntries({ category: text.trim().toLowerCase() }).map((entry) => entry.target);
    return problem(`${quote(text)} is a category. Give one of its targets: ${ofCategory.join(', ')}.`, {
      target: text.slice(0, 100),
      allowed: ofCategory,
    });
  }
  const known = [...targets, ...WORDS.map(({ word }) => word), ...categories];
  const hint = taskHint(text) ?? didYouMean(nearest(text, known));
  return problem(`There is no target ${quote(text)}.${hint} ${catalog} lists all targets.`, {
    target: text.slice(0, 100),
    allowed: targets,
  });
}

/** Returns the target of a task with this name: `ocr`, `compress pdf`; null if there is none. */
function taskHint(text: string): string | null {
  const [task] = searchCatalog(text).intents;
  if (task === undefined) return null;
  const options = Object.keys(task.options);
  return ` That is done by ${task.target}${options.length === 0 ? '' : ` with ${options.join(' and ')}`}.`;
}

const didYouMean = (names: readonly string[]) => (names.length === 0 ? '' : ` Did you mean ${names.join(' or ')}?`);

const problem = (message: string, details: Record<string, unknown>) =>
  new ConversionErrors([new ConversionError('target_unknown', message, { details })]);
