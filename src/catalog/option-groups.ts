import type { CatalogEntry } from './definition.ts';
import { COMMON_OPTIONS } from './options/common.ts';

/** The options of a target, grouped for people. */
export interface OptionGroups {
  /** Options that most people look for, in the order of `x-order`. */
  readonly everyday: readonly string[];
  readonly more: readonly string[];
  /** Names that all categories share, for options that have other names here. */
  readonly shared: readonly string[];
  /** Options of every target. */
  readonly common: readonly string[];
  /** Options that are still accepted but replaced by others. */
  readonly deprecated: readonly string[];
}

/** Returns the names of all options of a target, each in one group. */
export function groupOptions({ options }: Pick<CatalogEntry, 'options'>): OptionGroups {
  const names = Object.keys(options);
  const isDeprecated = (name: string) => options[name]?.deprecated === true;
  const orderOf = (name: string) => options[name]?.['x-order'] ?? Number.POSITIVE_INFINITY;
  const deprecated = names.filter(isDeprecated);
  const common = names.filter((name) => Object.hasOwn(COMMON_OPTIONS, name) && !isDeprecated(name));
  const shared = names.filter((name) => options[name]?.['x-short-for'] !== undefined);
  const everyday = names
    .filter((name) => Number.isFinite(orderOf(name)) && !isDeprecated(name))
    .sort((a, b) => orderOf(a) - orderOf(b));
  const shown = new Set([...everyday, ...shared, ...common, ...deprecated]);
  return { everyday, more: names.filter((name) => !shown.has(name)), shared, common, deprecated };
}
