import type { PageStructure } from './options.ts';
import type { SourcePage } from './pages.ts';
import type { ReadPage } from './tsv.ts';

/* Whether what tesseract read of a page shows that the page lies right. */

/** Whether tesseract is this sure, percent, of what it reads; pages that lie on their side or head have 25 to 45 (measured). */
const SURE = 65;
/** Fewer letters are no page that could be turned. */
const FEW_LETTERS = 10;

/** Whether a page need not be turned, by what was read of it as it lies. */
export function makesSense(read: ReadPage, structure: Extract<PageStructure, { find: 'text' }>): boolean {
  if (structure.orientation !== 'unreadable' || read.letters < FEW_LETTERS) return true;
  return isSure(read) && !isVertical(read);
}

/** Whether tesseract is sure of what it read. */
export function isSure({ confidence }: ReadPage): boolean {
  return confidence >= SURE;
}

/** Tesseract reads one of the two sides a page can lie on by itself, but its lines then run upwards. */
function isVertical({ paragraphs }: ReadPage): boolean {
  const lines = paragraphs.flatMap((paragraph) => paragraph.lines).filter(({ text }) => text.length > 5);
  const upwards = lines.filter(({ x0, y0, x1, y1 }) => y1 - y0 > x1 - x0);
  return upwards.length * 2 > lines.length;
}

/** Tesseract takes no less than 70; a picture that was enlarged has its density enlarged too. */
export function readingDpi(dpi: number | null, enlarge: number): number | null {
  return dpi === null ? null : Math.max(70, dpi * enlarge);
}

/** A page with its sides exchanged. */
export const onItsSide = (page: SourcePage): SourcePage => ({ ...page, width: page.height, height: page.width });
