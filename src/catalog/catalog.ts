import type { CatalogEntry } from './definition.ts';
import { COMMON_RULES } from './options/common.ts';
import { allCategories, categoryOf } from './registry.ts';
import type { GivenOptions, OptionRule } from './rules.ts';

interface Index {
  readonly entries: readonly CatalogEntry[];
  readonly byName: ReadonlyMap<string, CatalogEntry>;
}

let index: Index | undefined;

/** Made at first use, as the categories are found then. */
function catalogIndex(): Index {
  index ??= makeIndex();
  return index;
}

function makeIndex(): Index {
  const entries = [...allCategories().values()].flatMap(({ catalog: { category, targets } }) =>
    Object.entries(targets)
      .map(([target, { id, options }]): CatalogEntry => ({ id, category, target, options }))
      .sort((a, b) => (a.target < b.target ? -1 : 1)),
  );
  return { entries, byName: new Map(entries.map((entry) => [`${entry.category}/${entry.target}`, entry])) };
}

/** Which entries are meant. A target may be named by an alias. */
export interface EntryFilter {
  readonly category?: string | undefined;
  readonly target?: string | undefined;
}

/** Catalog entries by category and target name, all by default: categories and targets in alphabetical order. */
export function listEntries({ category, target }: EntryFilter = {}): readonly CatalogEntry[] {
  return catalogIndex().entries.filter(
    (entry) =>
      (category === undefined || entry.category === category) &&
      (target === undefined || entry.target === canonicalTarget(entry.category, target)),
  );
}

/** The entry of a category and a target, or an alias of one; undefined if there is none. */
export function findEntry(category: string, target: string): CatalogEntry | undefined {
  return catalogIndex().byName.get(`${category}/${canonicalTarget(category, target)}`);
}

/** The target's own name if the text is an alias of it; any other text unchanged. */
export function canonicalTarget(category: string, target: string): string {
  const aliases = categoryOf(category)?.catalog.aliases ?? {};
  return Object.hasOwn(aliases, target) ? (aliases[target] ?? target) : target;
}

/** Category names in alphabetical order. */
export function listCategories(): readonly string[] {
  return [...allCategories().keys()];
}

/** The rules between options that hold for a target. */
export function rulesOf({ category, options }: CatalogEntry): readonly OptionRule[] {
  return [...COMMON_RULES, ...(categoryOf(category)?.catalog.rules ?? [])].filter((rule) =>
    rule.options.every((option) => Object.hasOwn(options, option)),
  );
}

/** Values of the options that were left out and have a default. */
export function defaultsOf({ category, target, options }: CatalogEntry, given: GivenOptions): Record<string, unknown> {
  const defaults = Object.fromEntries(
    Object.entries(options).flatMap(([name, definition]) =>
      definition.default === undefined ? [] : [[name, definition.default]],
    ),
  );
  return { ...defaults, ...categoryOf(category)?.catalog.dependentDefaults?.(target, given) };
}
