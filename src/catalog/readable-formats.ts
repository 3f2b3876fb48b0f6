import { formatOf, isRead } from '../files/formats/names.ts';
import { categoryOf } from './registry.ts';

/** How a target reads a format: directly, or with an option. */
export type Read = { readonly option: string | null };

/** Returns how `category/target` reads a format directly, according to the catalog of its category; null: it does not. */
export function reads(category: string, target: string, format: string): Read | null {
  const catalog = categoryOf(category)?.catalog;
  const all = catalog?.targets[target]?.reads ?? catalog?.reads;
  if (all === undefined) return { option: null };
  const { kind } = formatOf(format);
  const found = all.find(
    ({ formats, kinds }) => formats?.includes(format) || (kinds?.includes(kind) && isRead(format)),
  );
  return found === undefined ? null : { option: found.option ?? null };
}
