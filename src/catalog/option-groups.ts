import type { CatalogEntry } from './definition.ts';
import { COMMON_OPTIONS } from './options/common.ts';

/** The options of a target as people need them. */
export interface OptionGroups {
  /** Those that most people come for, in the order of `x-order`. */
  readonly everyday: readonly string[];
  readonly more: readonly string[];
  /** Those that every target has. */
  readonly common: readonly string[];
  /** Still taken, and replaced by another. */
  readonly deprecated: readonly string[];
}

/** Names of all options of a target, each in one group. */
export function groupOptions({ options }: Pick<CatalogEntry, 'options'>): OptionGroups {
  const names = Object.keys(options);
  const isDeprecated = (name: string) => options[name]?.deprecated === true;
  const orderOf = (name: string) => options[name]?.['x-order'] ?? Number.POSITIVE_INFINITY;
  const deprecated = names.filter(isDeprecated);
  const common = names.filter((name) => Object.hasOwn(COMMON_OPTIONS, name) && !isDeprecated(name));
  const everyday = names
    .filter((name) => Number.isFinite(orderOf(name)) && !isDeprecated(name))
    .sort((a, b) => orderOf(a) - orderOf(b));
  const shown = new Set([...everyday, ...common, ...deprecated]);
  return { everyday, more: names.filter((name) => !shown.has(name)), common, deprecated };
}
