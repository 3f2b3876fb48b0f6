import type { CatalogEntry } from './definition.ts';
import { COMMON_RULES } from './options/common.ts';
import { allCategories, categoryOf } from './registry.ts';
import type { GivenOptions, OptionRule } from './rules.ts';
import { sharedOptions } from './shared-names.ts';

interface Index {
  readonly entries: readonly CatalogEntry[];
  readonly byName: ReadonlyMap<string, CatalogEntry>;
}

let index: Index | undefined;

/** Created at the first use, because the categories are found then. */
function catalogIndex(): Index {
  index ??= makeIndex();
  return index;
}

function makeIndex(): Index {
  const entries = [...allCategories().values()].flatMap(({ catalog: { category, targets }, isOwn }) =>
    Object.entries(targets)
      .map(([target, { id, options }]): CatalogEntry => ({ id, category, target, options }))
      .map((entry) => (isOwn ? { ...entry, options: { ...entry.options, ...sharedOptions(entry) } } : entry))
      .sort((a, b) => (a.target < b.target ? -1 : 1)),
  );
  return { entries, byName: new Map(entries.map((entry) => [`${entry.category}/${entry.target}`, entry])) };
}

/** Selects entries. A target may be given by an alias. */
export interface EntryFilter {
  readonly category?: string | undefined;
  readonly target?: string | undefined;
}

/** Returns catalog entries by category and target name, all by default: categories and targets in alphabetical order. */
export function listEntries({ category, target }: EntryFilter = {}): readonly CatalogEntry[] {
  return catalogIndex().entries.filter(
    (entry) =>
      (category === undefined || entry.category === category) &&
      (target === undefined || entry.target === canonicalTarget(entry.category, target)),
  );
}

/** Returns the entry of a category and a target or its alias; undefined if there is none. */
export function findEntry(category: string, target: string): CatalogEntry | undefined {
  return catalogIndex().byName.get(`${category}/${canonicalTarget(category, target)}`);
}

/** Returns the target's own name if the text is an alias of it, else the text unchanged. */
export function canonicalTarget(category: string, target: string): string {
  const aliases = categoryOf(category)?.catalog.aliases ?? {};
  return Object.hasOwn(aliases, target) ? (aliases[target] ?? target) : target;
}

/** Returns category names in alphabetical order. */
export function listCategories(): readonly string[] {
  return [...allCategories().keys()];
}

/** Returns the rules between options that apply to a target. */
export function rulesOf({ category, options }: CatalogEntry): readonly OptionRule[] {
  return [...COMMON_RULES, ...(categoryOf(category)?.catalog.rules ?? [])].filter((rule) =>
    rule.options.every((option) => Object.hasOwn(options, option)),
  );
}

/** Returns the default values of options that were left out. */
export function defaultsOf({ category, target, options }: CatalogEntry, given: GivenOptions): Record<string, unknown> {
  const defaults = Object.fromEntries(
    Object.entries(options).flatMap(([name, definition]) =>
      definition.default === undefined ? [] : [[name, definition.default]],
    ),
  );
  return { ...defaults, ...categoryOf(category)?.catalog.dependentDefaults?.(target, given) };
}
