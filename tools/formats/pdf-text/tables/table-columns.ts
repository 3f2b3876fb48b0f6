import { columnsOf, columnsUnder, type Interval, union } from '../layout/columns.ts';
import { lineOf } from '../layout/lines.ts';
import { cutAtNarrowGaps } from '../layout/narrow-gaps.ts';
import type { Line, Word } from '../reading/page.ts';

/** A line in a table, cut to cover the columns from `first` to `last`. */
export interface Placed {
  readonly line: Line;
  readonly first: number;
  readonly last: number;
}

/** Narrowest gap between columns, in font sizes. */
export const GUTTER = 0.4;
/** No page has room for more columns; a page that seems to have more is a drawing made of letters. */
export const MAX_COLUMNS = 200;

/**
 * Returns the columns: first as fine as the row with the most cells, then without the gaps that more rows cross than have a cell on either
 * side. So a wide gap in a line of text separates no columns, and a heading that is not aligned with its numbers is in one column with
 * them. The rest of a table from the previous page gets the columns of that table.
 * @param size font size
 * @param above columns of the table before; empty if none
 */
export function tableColumns(rows: readonly Line[][], size: number, above: readonly Interval[]): Interval[] {
  let covered: Interval[] = [];
  for (const row of [...rows].sort((a, b) => b.length - a.length)) {
    const wider = union(covered, row);
    if (columnsOf(wider, GUTTER * size).length >= columnsOf(covered, GUTTER * size).length) covered = wider;
  }
  let columns = columnsOf(covered, GUTTER * size);
  for (let before = 0; columns.length !== before && columns.length <= MAX_COLUMNS; ) {
    before = columns.length;
    columns = withoutFalseGaps(rows, columns);
  }
  if (columns.length < 2 || columns.length > MAX_COLUMNS) return columns;
  const words = wordsByColumn(rows, columns);
  const cut = columns.flatMap((column, index) => cutAtNarrowGaps(column, words[index] ?? [], size, above));
  if (cut.length === columns.length || cut.length > MAX_COLUMNS) return asAbove(columns, above, size);
  // Parts that were cut off may belong to the column before, such as numbers under a heading that starts further left.
  const parts = rows.map((row) => row.flatMap((line) => place(line, cut).map((placed) => placed.line)));
  return asAbove(withoutFalseGaps(parts, cut), above, size);
}

/** Returns the columns of the table above if these are some of them: the others are empty on this page. */
function asAbove(columns: readonly Interval[], above: readonly Interval[], size: number): Interval[] {
  const matches = columns.map((column) => above.findIndex(({ x0, x1 }) => column.x0 < x1 && column.x1 > x0));
  const isSame = (at: number, index: number): boolean => at >= 0 && at > (matches[index - 1] ?? -1);
  const apart = columns.every((column, index) => {
    const after = above[(matches[index] ?? 0) + 1];
    return after === undefined || column.x1 < after.x0;
  });
  const startsAlike = Math.abs((above[0]?.x0 ?? 0) - (columns[0]?.x0 ?? 0)) < 0.5 * size;
  const enough = columns.length >= 0.6 * above.length && columns.length < above.length;
  if (!enough || !startsAlike || !apart || !matches.every(isSame)) return [...columns];
  return above.map((known, index) => {
    const here = columns[matches.indexOf(index)];
    return here === undefined ? known : { x0: Math.min(known.x0, here.x0), x1: Math.max(known.x1, here.x1) };
  });
}

/** Returns, for each column, the rows with words in it, as those words. */
function wordsByColumn(rows: readonly Line[][], columns: readonly Interval[]): Word[][][] {
  const result: Word[][][] = columns.map(() => []);
  for (const row of rows) {
    const here = new Map<number, Word[]>();
    for (const line of row) {
      const [first, last] = columnsUnder(line, columns);
      if (first !== last) continue;
      const words = here.get(first) ?? [];
      words.push(...line.words);
      here.set(first, words);
    }
    for (const [column, words] of here) result[column]?.push(words);
  }
  return result;
}

/** Closes gaps that have no row with a cell directly before and after them, or that more rows cross. */
function withoutFalseGaps(rows: readonly Line[][], columns: readonly Interval[]): Interval[] {
  const across = new Array<number>(columns.length).fill(0);
  const beside = new Array<number>(columns.length).fill(0);
  for (const row of rows) {
    let end = -2;
    for (const line of row) {
      const [first, last] = columnsUnder(line, columns);
      if (first === end + 1) beside[end] = (beside[end] ?? 0) + 1;
      for (let column = first; column < last; column += 1) across[column] = (across[column] ?? 0) + 1;
      end = last;
    }
  }
  return columns.reduce<Interval[]>((result, column, index) => {
    const last = result.at(-1);
    const isGap = index === 0 || (beside[index - 1] ?? 0) > (across[index - 1] ?? 0);
    if (isGap || last === undefined) result.push(column);
    else result[result.length - 1] = { x0: last.x0, x1: column.x1 };
    return result;
  }, []);
}

/** Returns the line in its column; a line over several columns is cut where its words leave the same gap free. */
export function place(line: Line, columns: readonly Interval[]): Placed[] {
  const [first, last] = columnsUnder(line, columns);
  if (first === last) return [{ line, first, last }];
  const parts: Word[][] = [];
  let column = -1;
  for (const word of line.words) {
    const [from, to] = columnsUnder(word, columns);
    const before = parts.at(-1)?.at(-1);
    const gap = before === undefined ? Number.POSITIVE_INFINITY : word.x0 - before.x1;
    const gutter = (columns[from]?.x0 ?? 0) - (columns[from - 1]?.x1 ?? 0);
    const isGap = gap >= Math.min(0.35 * line.size, 0.9 * gutter);
    if (from !== to || (from !== column && !isGap)) return [{ line, first, last }];
    if (from === column) parts.at(-1)?.push(word);
    else parts.push([word]);
    column = from;
  }
  return parts.map((words) => {
    const part = lineOf(words, line.block, line.line);
    const [at] = columnsUnder(part, columns);
    return { line: part, first: at, last: at };
  });
}
