import { parsePageRanges, parsePageSelection } from '../../../catalog/grammar/pages.ts';

/* Pages as Gotenberg's programs write them, in the form of our options. Null: they cannot be read, or have no such form here. */

/** Names of the last page: of pdfcpu, QPDF and PDFtk. */
const LAST = /^(?:l|z|end|last)$/;

/** Returns the pages as a selection. */
export function pageSelection(text: string): string | null {
  const items = text
    .replaceAll(/\s/g, '')
    .split(',')
    .map((item) => (item === 'even' || item === 'odd' ? item : rangeOf(item)));
  if (items.includes(null)) return null;
  const selection = items.join(',');
  return 'value' in parsePageSelection(selection) ? selection : null;
}

function rangeOf(item: string): string | null {
  const [from = '', to, ...more] = item.split('-');
  if (more.length > 0 || (from === '' && !to)) return null;
  const first = from === '' ? 'first' : end(from);
  if (to === undefined) return first;
  return `${first}-${to === '' ? '' : end(to)}`;
}

const end = (text: string): string => (LAST.test(text) ? 'last' : text);

/** Returns the pages that a browser prints. */
export function printedPages(text: string): string | null {
  const ranges = text.replaceAll(/\s/g, '');
  return 'value' in parsePageRanges(ranges) ? ranges : null;
}
