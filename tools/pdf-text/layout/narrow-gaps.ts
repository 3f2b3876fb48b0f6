import type { Word } from '../reading/page.ts';
import { columnsOf, type Interval, mostAtOnePlace, union } from './columns.ts';

/*
 * Columns so close that one line does not show them: their gap is hardly wider than that between words, or no wider at
 * all where a spreadsheet has numbers right before text. Several rows together do.
 */

/** Narrowest gap that can part columns, and one wider than between words; in font sizes. */
const NARROW = 0.15;
const WIDE_SPACE = 0.42;
/** So many rows are needed in all, and so many with words on both sides of the gap. */
const ROWS = 4;
const ROWS_WITH_BOTH = 2;

/** More parts are not columns; every row is scanned for each. */
const MAX_PARTS = 100;

/** The words of one row in a column, from left to right. */
type RowWords = readonly Word[];

/**
 * A column cut where its rows all leave the same gap free, and stand in line on its sides, or where the table `above`,
 * on the page before, has a column that starts at the same place.
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
  // Text cannot do this by chance: words of different lengths that end in line before others that start in line.
  return both >= ROWS && share(after, start) >= 0.9 && share(before, end) >= 0.9 && share(before, start) <= 0.85;
}

/** From the first to the last of the words that lie in the part; null: none does. */
function extentIn(part: Interval, words: RowWords): Interval | null {
  const inside = words.filter(({ x0, x1 }) => x0 >= part.x0 && x1 <= part.x1);
  const [first, last] = [inside[0], inside.at(-1)];
  return first === undefined || last === undefined ? null : { x0: first.x0, x1: last.x1 };
}
