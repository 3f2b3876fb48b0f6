/** The catalog: what can be converted into what, with which options, and whether a conversion asks for something possible. */
export { canonicalTarget, findEntry, listCategories, listEntries } from './catalog.ts';
export { parseOptionText } from './coerce.ts';
export type { CatalogEntry, OptionDefinition } from './definition.ts';
export { isTarget, requireEntries, requireEntry, resolveTarget } from './lookup.ts';
export {
  type ConversionRequest,
  checkConversion,
  didYouMean,
  unknownOptions,
  validateConversion,
} from './validate.ts';
