import type { PageStructure } from './options.ts';
import type { SourcePage } from './pages.ts';
import type { ReadPage } from './tsv.ts';

/* Decides whether a page is upright from what tesseract read. */

/** Confidence of tesseract for upright pages, percent; pages on their side or upside down have 25 to 45 (measured). */
const SURE = 65;
/** Fewer letters are not a page that could be rotated. */
const FEW_LETTERS = 10;

/** Whether a page need not be rotated, judging by the text that was read. */
export function makesSense(read: ReadPage, structure: Extract<PageStructure, { find: 'text' }>): boolean {
  if (structure.orientation !== 'unreadable' || read.letters < FEW_LETTERS) return true;
  return isSure(read) && !isVertical(read);
}

/** Whether tesseract is sure of what it read. */
export function isSure({ confidence }: ReadPage): boolean {
  return confidence >= SURE;
}

/** Tesseract reads one of the two sideways orientations by itself, but its lines then run upwards. */
function isVertical({ paragraphs }: ReadPage): boolean {
  const lines = paragraphs.flatMap((paragraph) => paragraph.lines).filter(({ text }) => text.length > 5);
  const upwards = lines.filter(({ x0, y0, x1, y1 }) => y1 - y0 > x1 - x0);
  return upwards.length * 2 > lines.length;
}

/** Tesseract accepts no less than 70; an enlarged picture has a proportionally higher density. */
export function readingDpi(dpi: number | null, enlarge: number): number | null {
  return dpi === null ? null : Math.max(70, dpi * enlarge);
}

/** Returns a page with its sides exchanged. */
export const onItsSide = (page: SourcePage): SourcePage => ({ ...page, width: page.height, height: page.width });
