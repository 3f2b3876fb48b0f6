import { ConversionError } from '../task/errors.ts';

/** Page numbers from 1, both included. Null: from the first page, or to the last. */
export interface PageRange {
  readonly first: number | null;
  readonly last: number | null;
}

/** Page markers as document/md writes them with page_markers. */
const MARKER = /^<!-- page (\d+) -->$/gm;

/**
 * Returns the part of a Markdown text that has these pages, with their markers. Throws ConversionError if the text has no markers, or no
 * such pages.
 */
export function pagesOf(markdown: string, { first, last }: PageRange): string {
  const marks = [...markdown.matchAll(MARKER)].map(({ 1: digits, index }) => ({ page: Number(digits), index }));
  const end = marks.at(-1)?.page;
  if (end === undefined) {
    throw new ConversionError(
      'option_unsupported',
      'The input has no fixed pages, so first_page and last_page mean nothing. Leave them out.',
    );
  }
  const [from, to] = [first ?? 1, last ?? end];
  if (from > to || from > end) {
    const message = `There are no pages ${from} to ${to}: the input has ${end}.`;
    throw new ConversionError('option_invalid', message, { details: { pages: end } });
  }
  const start = marks.find(({ page }) => page >= from)?.index ?? 0;
  return markdown.slice(start, marks.find(({ page }) => page > to)?.index);
}
