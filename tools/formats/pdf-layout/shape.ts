import type { Align, Paragraph } from '../docx/model.ts';
import { type Box, type Line, middle } from '../pdf-text/reading/page.ts';

/*
 * Derives a paragraph's shape from the places of its lines: alignment, indents, line distance.
 */

/** Start and end of text in its own direction, growing towards its end. */
interface Extent {
  readonly start: number;
  readonly end: number;
}

export type Shape = Pick<Paragraph, 'align' | 'indent'>;

const extentOf = ({ x0, x1 }: Pick<Box, 'x0' | 'x1'>, rtl: boolean): Extent =>
  rtl ? { start: -x1, end: -x0 } : { start: x0, end: x1 };

/** Edges this close are one. Points. */
const FLUSH = 2;
/** A line that ends this far before the edge, in font sizes, had room for another word. */
const SHORT = 5;

/**
 * Returns alignment and indents within a column. Lengths are in the direction of the text: `left` is where it starts.
 * @param from start of an item's text after its mark; null if it is not an item
 */
export function shapeOf(lines: readonly Line[], column: Pick<Box, 'x0' | 'x1'>, from: number | null): Shape {
  const [first] = lines;
  if (first === undefined) return { align: 'left', indent: { left: 0, right: 0, first: 0 } };
  const { rtl, size } = first;
  const bounds = extentOf(column, rtl);
  const extents = lines.map((line) => extentOf(line, rtl));
  const head = extents[0] as Extent;
  const rest = extents.slice(1);
  const align =
    from === null
      ? alignOf(extents, bounds, size)
      : isFlush(extents.slice(0, -1).map(({ end }) => end)) && extents.length > 2
        ? 'both'
        : 'left';
  const end = Math.max(...extents.map((each) => each.end));
  const gap = bounds.end - end;
  if (align === 'center') {
    const off = (head.start + head.end) / 2 - (bounds.start + bounds.end) / 2;
    const [left, right] = [Math.max(0, 2 * off), Math.max(0, -2 * off)];
    const isMiddle = Math.max(left, right) < 2 * FLUSH;
    return { align, indent: { left: isMiddle ? 0 : left, right: isMiddle ? 0 : right, first: 0 } };
  }
  if (align === 'right') return { align, indent: { left: 0, right: gap, first: 0 } };
  const start = from ?? (rest.length > 0 ? Math.min(...rest.map((each) => each.start)) : head.start);
  return {
    align,
    indent: {
      left: snapped(start - bounds.start),
      right: align === 'both' ? snapped(gap) : rightOf(extents, gap, size),
      first: snapped(head.start - start),
    },
  };
}

const snapped = (length: number): number => (Math.abs(length) < 1 ? 0 : length);

const isFlush = (values: readonly number[]): boolean =>
  values.length > 0 && Math.max(...values) - Math.min(...values) < FLUSH;

function alignOf(extents: readonly Extent[], bounds: Extent, size: number): Align {
  const middle = (each: Extent): number => (each.start + each.end) / 2;
  const [only] = extents;
  const centre = middle(bounds);
  if (extents.length === 1 && only !== undefined) {
    const isIn = only.start > bounds.start + 2 * size && only.end < bounds.end - 2 * size;
    if (isIn && Math.abs(middle(only) - centre) < FLUSH) return 'center';
    return only.start > centre && Math.abs(only.end - bounds.end) < FLUSH ? 'right' : 'left';
  }
  const starts = extents.slice(1).map((each) => each.start);
  const ends = extents.slice(0, -1).map((each) => each.end);
  if (isFlush(starts)) {
    const isJustified = isFlush(ends) && (extents.length > 2 || Math.abs((ends[0] ?? 0) - bounds.end) < FLUSH);
    const allStarts = isFlush(extents.map((each) => each.start));
    const isCentred = !allStarts && isFlush(extents.map(middle));
    if (!isCentred) return isJustified ? 'both' : 'left';
  }
  if (isFlush(extents.map(middle))) return 'center';
  return isFlush(extents.map((each) => each.end)) ? 'right' : 'left';
}

/** Lines that all end early get an indent there; a single line never does, and has room for another font. */
function rightOf(extents: readonly Extent[], gap: number, size: number): number {
  if (extents.length === 1) return gap < SHORT * size ? Math.min(0, gap) - 2 * size : 0;
  return gap > SHORT * size ? gap - 1.5 * size : Math.min(0, gap);
}

/** Distance of the base line below the middle of a letter's box, in font sizes. */
const BASE = 0.34;
/** Share of a line of exact height that programs put above the base line. */
const BASE_IN_LINE = 0.8;
/** Line distance of a single line, in font sizes. */
const SINGLE = 1.17;

/** Returns the line distance, the top of the first line and the bottom of the last on the page. */
export function linesPlace(lines: readonly Line[]): { pitch: number; top: number; bottom: number } {
  const [first, last] = [lines[0], lines.at(-1)];
  if (first === undefined || last === undefined) return { pitch: 12, top: 0, bottom: 0 };
  const size = Math.max(...lines.map((line) => line.size));
  const distance = lines.length > 1 ? (middle(last) - middle(first)) / (lines.length - 1) : SINGLE * size;
  const pitch = Math.max(0.8 * size, distance);
  const top = middle(first) + BASE * first.size - BASE_IN_LINE * pitch;
  return { pitch, top, bottom: top + pitch * lines.length };
}
