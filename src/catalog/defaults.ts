import type { CatalogEntry } from './definition.ts';
import type { GivenOptions } from './rules.ts';

const PDF_MARGINS = [
  'pdf_page_margin_top',
  'pdf_page_margin_bottom',
  'pdf_page_margin_left',
  'pdf_page_margin_right',
] as const;

/** Values of the options that were left out and have a default. */
export function defaultsOf(entry: CatalogEntry, given: GivenOptions): Record<string, unknown> {
  const defaults = Object.fromEntries(
    Object.entries(entry.options).flatMap(([name, definition]) =>
      definition.default === undefined ? [] : [[name, definition.default]],
    ),
  );
  return { ...defaults, ...dependentDefaults(entry, given) };
}

/**
 * A page margin of an ebook PDF overrides `border` unless it is 0. With the default of 72 alone `border` could never do
 * anything, so margins that were left out stand back (0) when a border was asked for.
 */
function dependentDefaults(entry: CatalogEntry, given: GivenOptions): Record<string, unknown> {
  if (entry.category !== 'ebook' || entry.target !== 'pdf' || !Object.hasOwn(given, 'border')) return {};
  return Object.fromEntries(PDF_MARGINS.map((name) => [name, 0]));
}
