/** The catalog: possible conversions with their options, and the validation of conversions. */
export { canonicalTarget, findEntry, listCategories, listEntries } from './catalog.ts';
export { parseOptionText } from './coerce.ts';
export type { CatalogEntry, OptionDefinition } from './definition.ts';
export { isTarget, requireEntries, requireEntry, resolveTarget } from './lookup.ts';
export {
  type ConversionRequest,
  checkConversion,
  didYouMean,
  unknownOptions,
  unknownOptionWarnings,
  validateConversion,
} from './validate.ts';
