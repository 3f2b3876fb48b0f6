import { archive } from './data/archive.ts';
import { audio } from './data/audio.ts';
import { cad } from './data/cad.ts';
import { document } from './data/document.ts';
import { ebook } from './data/ebook.ts';
import { hash } from './data/hash.ts';
import { image } from './data/image.ts';
import type { CatalogEntry, CategoryData, OptionsOf } from './definition.ts';

/** The whole catalog: category, target, id and options. A new category is a data file and a line here. */
export const CATALOG = { archive, audio, cad, document, ebook, hash, image } as const satisfies Readonly<
  Record<string, CategoryData>
>;

export type Category = keyof typeof CATALOG;
export type Target<C extends Category> = keyof (typeof CATALOG)[C] & string;

type DefinitionsOf<C extends Category, T extends Target<C>> = (typeof CATALOG)[C][T] extends {
  readonly options: infer Definitions;
}
  ? Definitions
  : never;

/** What an engine gets as options: `TargetOptions<'audio', 'mp3'>`, or of several targets `TargetOptions<'hash', 'md5' | 'md4'>`. */
export type TargetOptions<C extends Category, T extends Target<C> = Target<C>> = T extends unknown
  ? OptionsOf<DefinitionsOf<C, T>>
  : never;

const ENTRIES: readonly CatalogEntry[] = Object.entries<CategoryData>(CATALOG).flatMap(([category, targets]) =>
  Object.entries(targets)
    .map(([target, { id, options }]) => ({ id, category, target, options }))
    .sort((a, b) => (a.target < b.target ? -1 : 1)),
);

const BY_NAME = new Map(ENTRIES.map((entry) => [`${entry.category}/${entry.target}`, entry]));

/** Catalog entries by category and target name, all by default: categories and targets in alphabetical order. */
export function listEntries(filter: { category?: string; target?: string } = {}): readonly CatalogEntry[] {
  return ENTRIES.filter(
    (entry) =>
      (filter.category === undefined || entry.category === filter.category) &&
      (filter.target === undefined || entry.target === filter.target),
  );
}

/** The entry of exactly these names, or undefined. */
export function findEntry(category: string, target: string): CatalogEntry | undefined {
  return BY_NAME.get(`${category}/${target}`);
}

/** Category names in the order of the catalog. */
export function listCategories(): readonly string[] {
  return Object.keys(CATALOG);
}
