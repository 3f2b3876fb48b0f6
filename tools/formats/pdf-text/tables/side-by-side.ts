import type { Line } from '../reading/page.ts';
import { isAll } from '../statistics.ts';
import type { Cell, Table } from './table.ts';
import { cellText } from './tables.ts';

/*
 * A table needs at least two rows. Two rows without lines around them are often not rows at all but two-line texts side by side: addresses,
 * signatures, labels of pictures or captions.
 */

/** Most words in the name of a row; more are text. */
const MOST_WORDS = 2;

/**
 * Returns the lines of such a table column by column; null for any other table.
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

/** Whether the first row has other letters than the second, or words above its numbers. */
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

/** Whether each row begins with a name for its other cells. */
function areNames(rows: Table['rows']): boolean {
  return rows.every(([name]) => {
    const words = name === undefined ? [] : cellText(name).split(' ');
    return words[0] !== '' && words.length <= MOST_WORDS;
  });
}

/** Whether a text of the first row continues in the second. */
function goesOn(first: readonly Cell[], second: readonly Cell[]): boolean {
  return second.some((cell, column) => {
    const above = first[column];
    return above !== undefined && /\p{L}/u.test(cellText(above)) && /^\p{Ll}/u.test(cellText(cell));
  });
}
