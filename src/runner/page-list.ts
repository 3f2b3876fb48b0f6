import { type PageEnd, type PageItem, type PageRange, parsePageSelection } from '../catalog/grammar/pages.ts';
import { ConversionError } from '../task/errors.ts';
import { pluralize } from '../util/pluralize.ts';
import type { WorkContext } from '../work/context.ts';

/** Pages from `from` to `to`, backwards if `from` is higher; numbers from 1. */
export interface Run {
  readonly from: number;
  readonly to: number;
}

export interface SelectedPages {
  readonly pages: readonly Run[];
  /** Items, as the user would write them, that name pages that the document does not have. */
  readonly missing: readonly string[];
}

/**
 * Resolves a page selection for a document of `count` pages. Pages that the document does not have are left out and reported in `missing`.
 * Throws ConversionError `option_invalid` if the text is not a page selection, which the catalog rules out.
 */
export function selectPages(text: string, option: string, count: number): SelectedPages {
  const parsed = parsePageSelection(text);
  if ('problem' in parsed) {
    throw new ConversionError('option_invalid', `Option ${option} cannot be read; ${parsed.problem}.`, {
      details: { option },
    });
  }
  return selectItems(parsed.value, option, count);
}

/** Most pages of a selection: a page can be named any number of times, and a few bytes of option must not become millions of pages. */
export const MOST_PAGES = 100_000;

/** Resolves a parsed selection. Throws `option_invalid` if it names more than MOST_PAGES pages. */
export function selectItems(items: readonly PageItem[], option: string, count: number): SelectedPages {
  const pages: Run[] = [];
  const missing: string[] = [];
  let named = 0;
  for (const item of items) {
    named += item.kind === 'range' ? 0 : count / 2;
    if (named > Math.max(MOST_PAGES, count)) throw tooMany(option);
    if (item.kind !== 'range') {
      for (let page = item.kind === 'odd' ? 1 : 2; page <= count; page += 2) pages.push({ from: page, to: page });
      continue;
    }
    const { run, isCut } = cutRange(item, count);
    if (run !== null) pages.push(run);
    if (run !== null) named += Math.abs(run.to - run.from) + 1;
    if (isCut) missing.push(rangeText(item));
  }
  if (named > Math.max(MOST_PAGES, count)) throw tooMany(option);
  return { pages, missing };
}

function tooMany(option: string): ConversionError {
  return new ConversionError(
    'option_invalid',
    `Option ${option} names more than ${MOST_PAGES} pages. Name the pages less often.`,
    { details: { option, limit: MOST_PAGES } },
  );
}

/** Returns the error for options that name only pages that the document does not have. */
export function nothingNamed(option: string, pages: number, what = 'the PDF'): ConversionError {
  return new ConversionError(
    'option_invalid',
    `Option ${option} names no page of ${what}, which has ${pluralize(pages, 'page')}.`,
    {
      details: { option, pages },
    },
  );
}

const LONGEST_LIST = 10;

/** Warns about items of an option that name pages that the document does not have. */
export function warnOfMissing(
  option: string,
  missing: readonly string[],
  pages: number,
  context: WorkContext,
  what = 'The PDF',
): void {
  if (missing.length === 0) return;
  const shown = missing.slice(0, LONGEST_LIST).join(', ') + (missing.length > LONGEST_LIST ? ', …' : '');
  const message = `${what} has ${pluralize(pages, 'page')}; of ${shown} in option ${option} only those were used.`;
  context.warn('option_adjusted', message, { option, pages });
}

/** Returns the number of pages in the runs; a page that is named twice counts twice. */
export const countPages = (runs: readonly Run[]): number =>
  runs.reduce((sum, { from, to }) => sum + Math.abs(to - from) + 1, 0);

/** Yields every page of the runs in order. */
export function* eachPage(runs: readonly Run[]): Generator<number> {
  for (const { from, to } of runs) {
    const step = from <= to ? 1 : -1;
    for (let page = from; page !== to + step; page += step) yield page;
  }
}

/** Formats pages for qpdf: `3,1-2,9-5`. Consecutive pages are joined, to keep it short. */
export function pageRange(runs: readonly Run[]): string {
  return joined(runs).map(runText).join(',');
}

/** Formats a run for messages: `3`, `5-8`. */
export const runText = ({ from, to }: Run): string => (from === to ? `${from}` : `${from}-${to}`);

/** Returns the suffix of a file with these pages: `-page-3`, `-pages-5-8`. */
export const runSuffix = (run: Run): string => (run.from === run.to ? '-page-' : '-pages-') + runText(run);

/** Joins single pages in ascending sequence (1, 2, 3) into one run. */
export function joined(runs: readonly Run[]): Run[] {
  const result: Run[] = [];
  for (const run of runs) {
    const last = result.at(-1);
    const follows = last !== undefined && last.from <= last.to && run.from <= run.to && run.from === last.to + 1;
    if (follows) result[result.length - 1] = { from: last.from, to: run.to };
    else result.push(run);
  }
  return result;
}

/** Returns the parts between cuts after these pages. */
export function cutAfter(cuts: readonly number[], pages: number): Run[] {
  const ends = [...new Set([...cuts.filter((cut) => cut < pages), pages])].sort((a, b) => a - b);
  return ends.map((to, index) => ({ from: (ends[index - 1] ?? 0) + 1, to }));
}

/** Returns the pages that are in none of the parts. */
export function unnamed(parts: readonly Run[], pages: number): Run[] {
  const named = new Uint8Array(pages + 1);
  for (const { from, to } of parts) named.fill(1, from, to + 1);
  const left: Run[] = [];
  for (let page = 1; page <= pages; page += 1) if (named[page] === 0) left.push({ from: page, to: page });
  return joined(left);
}

/**
 * Cuts a range to the document. Its direction depends on its text, not on the document: `8-last` of six pages is empty, not the pages from
 * 8 down to 6.
 */
function cutRange(range: PageRange, count: number): { run: Run | null; isCut: boolean } {
  const [from, to] = [pageOf(range.from, count), pageOf(range.to, count)];
  const backwards = isBackwards(range);
  const [low, high] = backwards ? [to, from] : [from, to];
  const top = Math.min(high, count);
  const isCut = high > count || low > count;
  if (low > top) return { run: null, isCut };
  return { run: backwards ? { from: top, to: low } : { from: low, to: top }, isCut };
}

function isBackwards({ from, to }: PageRange): boolean {
  if (from === 'last') return to !== 'last';
  if (from === 'first' || to === 'last') return false;
  return to === 'first' || from > to;
}

function pageOf(end: PageEnd, count: number): number {
  if (end === 'first') return 1;
  return end === 'last' ? count : end;
}

const rangeText = ({ from, to }: PageRange): string => (from === to ? `${from}` : `${from}-${to}`);
