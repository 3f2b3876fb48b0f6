import type { Word } from '../reading/page.ts';
import { columnsOf, type Interval, mostAtOnePlace, union } from './columns.ts';

/*
 * Columns so close that a single line does not show them: the gap is hardly wider than one between words, or no wider at all if a
 * spreadsheet has numbers directly before text. Several rows together show it.
 */

/** Narrowest gap that can separate columns, and a gap wider than those between words; in font sizes. */
const NARROW = 0.15;
const WIDE_SPACE = 0.42;
/** Number of rows that are needed in all, and with words on both sides of the gap. */
const ROWS = 4;
const ROWS_WITH_BOTH = 2;

/** More parts than this are not columns; every row is scanned for each part. */
const MAX_PARTS = 100;

/** The words of one row in a column, from left to right. */
type RowWords = readonly Word[];

/**
 * Cuts a column if all its rows leave the same gap free and are aligned on its sides, or if the table `above`, on the previous page, has a
 * column that starts there.
 */
export function cutAtNarrowGaps(
  column: Interval,
  rows: readonly RowWords[],
  size: number,
  above: readonly Interval[],
): Interval[] {
  const startsAbove = ({ x0 }: Interval): boolean => above.some((known) => Math.abs(known.x0 - x0) < 0.1 * size);
  if (rows.length < ROWS && above.length === 0) return [column];
  let covered: Interval[] = [];
  for (const words of rows) covered = union(covered, words);
  const parts = columnsOf(covered, NARROW * size);
  if (parts.length > MAX_PARTS) return [column];
  return parts.reduce<Interval[]>((result, part) => {
    const last = result.at(-1);
    if (last !== undefined && !startsAbove(part) && (rows.length < ROWS || !partsColumns(last, part, rows, size))) {
      result[result.length - 1] = { x0: last.x0, x1: part.x1 };
    } else result.push(part);
    return result;
  }, []);
}

function partsColumns(left: Interval, right: Interval, rows: readonly RowWords[], size: number): boolean {
  const before = rows.flatMap((words) => extentIn(left, words) ?? []);
  const after = rows.flatMap((words) => extentIn(right, words) ?? []);
  const both = rows.filter((words) => extentIn(left, words) !== null && extentIn(right, words) !== null).length;
  const share = (extents: readonly Interval[], edge: (extent: Interval) => number): number =>
    mostAtOnePlace(extents.map(edge), 0.2 * size) / Math.max(1, extents.length);
  const start = ({ x0 }: Interval): number => x0;
  const end = ({ x1 }: Interval): number => x1;
  if (right.x0 - left.x1 >= WIDE_SPACE * size) {
    return both >= ROWS_WITH_BOTH && Math.max(share(after, start), share(after, end)) >= 0.8;
  }
  // Text does not do this by chance: words of different lengths are right-aligned before others that are left-aligned.
  return both >= ROWS && share(after, start) >= 0.9 && share(before, end) >= 0.9 && share(before, start) <= 0.85;
}

/** Returns the extent from the first to the last word in the part; null if there is none. */
function extentIn(part: Interval, words: RowWords): Interval | null {
  const inside = words.filter(({ x0, x1 }) => x0 >= part.x0 && x1 <= part.x1);
  const [first, last] = [inside[0], inside.at(-1)];
  return first === undefined || last === undefined ? null : { x0: first.x0, x1: last.x1 };
}
