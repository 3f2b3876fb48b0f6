/** The catalog: what can be converted into what, with which options, and whether a conversion asks for something possible. */
export { type Category, findEntry, listCategories, listEntries, type Target, type TargetOptions } from './catalog.ts';
export { parseOptionText } from './coerce.ts';
export type { CatalogEntry, OptionDefinition, OptionDefinitions, OptionsOf } from './definition.ts';
export { requireEntries, requireEntry, resolveTarget } from './lookup.ts';
export { type ConversionRequest, type ValidatedConversion, validateConversion } from './validate.ts';
