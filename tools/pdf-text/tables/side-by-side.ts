import type { Line } from '../reading/page.ts';
import { isAll } from '../statistics.ts';
import type { Cell, Table } from './table.ts';
import { cellText } from './tables.ts';

/*
 * Two rows without lines around them, the fewest that a table can have, are often no rows at all: addresses, signatures, labels
 * of pictures or captions of two lines that stand beside each other.
 */

/** Words of what names a row; more are text. */
const MOST_WORDS = 2;

/**
 * The lines of such a table column by column; null for any other.
 * @param rtl whether columns follow each other from right to left
 */
export function sideBySide({ rows, columns }: Table, rtl: boolean): Line[] | null {
  const [first, second] = rows;
  if (first === undefined || second === undefined || rows.length > 2) return null;
  if (isHead(first, second) || (areNames(rows) && !goesOn(first, second))) return null;
  const placed = rows.flatMap((row) => {
    let column = 0;
    return row.flatMap(({ lines, span }) => {
      const at = column;
      column += span;
      return lines.map((line) => ({ at, line }));
    });
  });
  const byColumn = columns.map((_, column) => placed.filter(({ at }) => at === column).map(({ line }) => line));
  return (rtl ? byColumn.reverse() : byColumn).flat();
}

/** Whether the first row is in other letters than the second, or has words above its numbers. */
function isHead(head: readonly Cell[], row: readonly Cell[]): boolean {
  const isBold = (cells: readonly Cell[]): boolean =>
    cells.every(({ lines }) => lines.every((line) => isAll(line, 'bold')));
  if (isBold(head) && !isBold(row)) return true;
  return row.some((cell, column) => {
    const above = head[column];
    return above !== undefined && isNumber(cellText(cell)) && /\p{L}/u.test(cellText(above));
  });
}

const isNumber = (text: string): boolean => /\p{N}/u.test(text) && !/\p{L}/u.test(text);

/** Whether each row begins with a name for what follows. */
function areNames(rows: Table['rows']): boolean {
  return rows.every(([name]) => {
    const words = name === undefined ? [] : cellText(name).split(' ');
    return words[0] !== '' && words.length <= MOST_WORDS;
  });
}

/** Whether a text of the first row goes on in the second. */
function goesOn(first: readonly Cell[], second: readonly Cell[]): boolean {
  return second.some((cell, column) => {
    const above = first[column];
    return above !== undefined && /\p{L}/u.test(cellText(above)) && /^\p{Ll}/u.test(cellText(cell));
  });
}
