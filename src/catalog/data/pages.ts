/**
 * Patterns of the page grammars (src/catalog/grammar/pages.ts reads them; a test holds both together).
 * A page is a number from 1, `first` or `last`; a range may leave its end open.
 */
const NUMBER = '[1-9][0-9]{0,6}';
const END = `(?:${NUMBER}|first|last)`;
const PAGE_ITEM = `(?:even|odd|${END}(?:-${END}?)?)`;
const SPLIT_ITEM = `(?:${NUMBER}|${END}-${END}?)`;

export const PAGE_SELECTION_PATTERN = `^${PAGE_ITEM}(?:, ?${PAGE_ITEM})*$`;
export const SPLIT_PATTERN = `^(?:all|${SPLIT_ITEM}(?:, ?${SPLIT_ITEM})*)$`;
