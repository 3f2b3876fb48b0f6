import { type Parsed, quote } from './parsed.ts';
import { parseFileSize } from './values.ts';

/** A page: its number from 1, or a position in the document. */
export type PageEnd = number | 'first' | 'last';

/** One item of a page selection. A single page is a range from itself to itself. */
export type PageItem = PageRange | { readonly kind: 'even' | 'odd' };

export interface PageRange {
  readonly kind: 'range';
  readonly from: PageEnd;
  readonly to: PageEnd;
}

/**
 * Value of `split`: one document per page, per stretch between blank pages, per bookmark of the first levels, parts of some bytes, a new
 * part at pages with some words or with a barcode that says something (null: anything), or cuts at these pages and ranges.
 */
export type SplitPoints =
  | 'all'
  | 'blank'
  | { readonly kind: 'bookmarks'; readonly levels: number }
  | { readonly kind: 'size'; readonly bytes: number }
  | { readonly kind: 'text'; readonly words: string }
  | { readonly kind: 'barcode'; readonly content: string | null }
  | readonly PageRange[];

const NUMBER = '[1-9][0-9]{0,6}';
const END = `(?:${NUMBER}|first|last)`;
const PAGE_ITEM = `(?:even|odd|${END}(?:-${END}?)?)`;
const SPLIT_ITEM = `(?:${NUMBER}|${END}-${END}?)`;

/** Pattern of a page selection, for clients: a page is a number from 1, `first` or `last`; a range may leave its end open. */
export const PAGE_SELECTION_PATTERN = `^${PAGE_ITEM}(?:, ?${PAGE_ITEM})*$`;
export const PAGE_CHOICE_PATTERN = `^(?:all|${PAGE_ITEM}(?:, ?${PAGE_ITEM})*)$`;
export const SPLIT_PATTERN = `^(?:all|blank|bookmarks(?::[1-9])?|size:[0-9].*|text:.*\\S.*|barcode(?::.*\\S.*)?|${SPLIT_ITEM}(?:, ?${SPLIT_ITEM})*)$`;

/** Pattern of pages to print: only numbers, because the printing program knows no names. */
export const PAGE_RANGES_PATTERN = `^${NUMBER}(?:-(?:${NUMBER})?)?(?:, ?${NUMBER}(?:-(?:${NUMBER})?)?)*$`;

const PAGE_NUMBER = new RegExp(`^${NUMBER}$`);
const ITEM_FORMS = 'a page number from 1, first, last, even, odd, or a range such as 5-8, 5-, first-3 or 2-last';
const SPLIT_FORMS =
  'all, blank, bookmarks, bookmarks:2, size:5MB, text:WORDS, barcode, barcode:CONTENT, or page numbers and ranges such as 4, 5-8 or 9-, separated by commas';

/** Accepts the option `page_ranges` of printing: numbers and ranges from a lower to a higher page, which may leave their end open. */
export function parsePageRanges(text: string): Parsed<string> {
  if (!new RegExp(PAGE_RANGES_PATTERN).test(text)) {
    return { problem: 'it must be page numbers and ranges separated by commas, such as 1-3, 5, 8-' };
  }
  const backwards = splitList(text).find((part) => {
    const [from, to] = part.split('-');
    return to !== undefined && to !== '' && Number(from) > Number(to);
  });
  return backwards === undefined ? { value: text } : { problem: `${quote(backwards)} runs backwards` };
}

/**
 * Reads a page selection (options `rearrange` and `rotate[].pages`): items separated by commas, one space allowed after a comma.
 *
 * The order is kept: `rearrange` lists the pages of the result in order, so a range from a higher to a lower page (`8-5`, `last-first`)
 * means those pages backwards. If order does not matter (`rotate`), it is the same as the reversed range. An open range (`5-`) ends at the
 * last page.
 */
export function parsePageSelection(text: string): Parsed<readonly PageItem[]> {
  const items: PageItem[] = [];
  for (const part of splitList(text)) {
    const item = parseItem(part);
    if (item === null) return { problem: `${describeItem(part)} is not one of its items: ${ITEM_FORMS}` };
    items.push(item);
  }
  return { value: items };
}

/** Reads the option `pages` of thumbnails: a page selection, or `all` for all pages in order. */
export const parsePageChoice = (text: string): Parsed<readonly PageItem[]> =>
  parsePageSelection(text === 'all' ? 'first-last' : text);

/**
 * Reads the option `split`: `all`, `blank`, `bookmarks`, `bookmarks:LEVELS`, `size:SIZE`, `text:WORDS`, `barcode`,
 * `barcode:CONTENT`, or page numbers and ranges separated by commas, one space allowed after a comma. A range must not run backwards: the parts of a document keep its order.
 */
export function parseSplitPoints(text: string): Parsed<SplitPoints> {
  if (text === 'all' || text === 'blank') return { value: text };
  const [, name, value = ''] = /^(bookmarks|size|text|barcode)(?::(.*))?$/s.exec(text) ?? [];
  if (name === 'bookmarks') return parseLevels(text);
  if (name === 'text') return parseWords(value);
  if (name === 'size') return parsePartSize(value);
  if (name === 'barcode') return parseCode(text, value);
  const ranges: PageRange[] = [];
  for (const part of splitList(text)) {
    const range = part === 'first' || part === 'last' ? null : parseRange(part);
    if (range === null) return { problem: `${describeItem(part)} is not one of its forms: ${SPLIT_FORMS}` };
    if (runsBackwards(range)) return { problem: `the range ${quote(part)} runs backwards` };
    ranges.push(range);
  }
  return { value: ranges };
}

function parseLevels(text: string): Parsed<SplitPoints> {
  const levels = /^bookmarks(?::([1-9]))?$/.exec(text);
  if (levels === null) return { problem: 'bookmarks: is followed by the number of levels, from 1 to 9' };
  return { value: { kind: 'bookmarks', levels: Number(levels[1] ?? 1) } };
}

function parseWords(value: string): Parsed<SplitPoints> {
  const words = value.trim();
  if (words === '' || /[\r\n]/.test(value)) return { problem: 'text: is followed by words in one line' };
  return { value: { kind: 'text', words } };
}

function parseCode(text: string, value: string): Parsed<SplitPoints> {
  if (text === 'barcode') return { value: { kind: 'barcode', content: null } };
  const content = value.trim();
  if (content === '' || /[\r\n]/.test(value)) {
    return { problem: 'barcode: is followed by what the code says, in one line' };
  }
  return { value: { kind: 'barcode', content } };
}

function parsePartSize(value: string): Parsed<SplitPoints> {
  const size = parseFileSize(value);
  if ('problem' in size) return { problem: `of size: ${size.problem}` };
  return { value: { kind: 'size', bytes: size.value } };
}

const splitList = (text: string) => text.split(/, ?/);

const describeItem = (part: string) => (part === '' ? 'an empty item' : quote(part));

function parseItem(text: string): PageItem | null {
  return text === 'even' || text === 'odd' ? { kind: text } : parseRange(text);
}

function parseRange(text: string): PageRange | null {
  const [fromText = '', toText, ...rest] = text.split('-');
  const from = parseEnd(fromText);
  if (from === null || rest.length > 0) return null;
  if (toText === undefined) return { kind: 'range', from, to: from };
  const to = toText === '' ? 'last' : parseEnd(toText);
  return to === null ? null : { kind: 'range', from, to };
}

function parseEnd(text: string): PageEnd | null {
  if (text === 'first' || text === 'last') return text;
  return PAGE_NUMBER.test(text) ? Number(text) : null;
}

/** Whether a range runs from a higher to a lower page, in a document with more pages than the range names. */
function runsBackwards({ from, to }: PageRange): boolean {
  if (typeof from === 'number') return typeof to === 'number' ? from > to : to === 'first' && from > 1;
  return from === 'last' && (to === 'first' || typeof to === 'number');
}
