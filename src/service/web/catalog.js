/* The catalog as the target picker needs it. Pure functions. */

/** @typedef {import('../../catalog/definition.ts').CatalogEntry} CatalogEntry */

/**
 * The entries that a search means, by category: each word is in the name of the target or of its category. Without a search, all.
 *
 * @param {readonly CatalogEntry[]} catalog
 * @param {string} search
 * @returns {Map<string, CatalogEntry[]>} categories and targets in the order of the catalog
 */
export function findTargets(catalog, search) {
  // ".mp3" and "MP3" are what people type for mp3.
  const words = search
    .toLowerCase()
    .split(/[\s.]+/)
    .filter((word) => word !== '');
  const found = catalog.filter(({ category, target }) =>
    words.every((word) => target.toLowerCase().includes(word) || category.toLowerCase().includes(word)),
  );
  return Map.groupBy(found, ({ category }) => category);
}

/**
 * The one that Enter takes: the target of exactly this name, else one that begins so, else the first found.
 *
 * @param {readonly CatalogEntry[]} catalog
 * @param {string} search
 * @returns {CatalogEntry | undefined}
 */
export function bestTarget(catalog, search) {
  const found = [...findTargets(catalog, search).values()].flat();
  const wanted = search.toLowerCase().replace(/^[\s.]+|\s+$/g, '');
  if (wanted === '') return undefined;
  return (
    found.find(({ target }) => target.toLowerCase() === wanted) ??
    found.find(({ target }) => target.toLowerCase().startsWith(wanted)) ??
    found[0]
  );
}

/** Options that nearly every target has (interface.md, Common options): shown after its own. */
const COMMON = new Set([
  'output_filename',
  'download_password',
  'preset',
  'allow_multiple_outputs',
  'allow_multiple_outputs_threshold',
]);

/** @param {string} name of an option */
export const isCommon = (name) => COMMON.has(name);
