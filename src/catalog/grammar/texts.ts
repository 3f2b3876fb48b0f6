import type { Parsed } from './parsed.ts';

/** One line or several with visible text; other control characters are not allowed in text that is drawn. */
export const TEXT_LINES_PATTERN = '^(?=[\\s\\S]*\\S)[^\\x00-\\x09\\x0b-\\x1f\\x7f]*$';

/** One line that contains the page number. */
export const PAGE_NUMBER_PATTERN = '^[^\\x00-\\x1f\\x7f]*\\{page\\}[^\\x00-\\x1f\\x7f]*$';

const LINES = new RegExp(TEXT_LINES_PATTERN);
const PAGE_NUMBER = new RegExp(PAGE_NUMBER_PATTERN);

/** Reads the option `stamp_text`. */
export function parseTextLines(text: string): Parsed<string> {
  if (LINES.test(text)) return { value: text };
  return { problem: 'it must have something to see, and no control characters but line breaks' };
}

/** Reads the option `page_numbers`. */
export function parsePageNumber(text: string): Parsed<string> {
  if (PAGE_NUMBER.test(text)) return { value: text };
  return { problem: 'it must be one line that has {page} where the number of the page is to be' };
}
