import type { Interval } from '../layout/columns.ts';
import { lineOf, rowsOf } from '../layout/lines.ts';
import { zonesOf } from '../layout/zones.ts';
import { type Box, type Line, middle, type Word } from '../reading/page.ts';
import type { Grid, GridCell } from './graphics/grids.ts';
import type { Cell, Table } from './table.ts';
import { place } from './table-columns.ts';
import { tableRows } from './table-rows.ts';
import { hasColumns, showsColumns } from './tables.ts';

/*
 * Tables that are drawn with lines. Their cells are known, so text in a cell is not mistaken for rows, columns or text beside it.
 */

/** The remaining lines of a page, with one line in place of each table. */
export interface WithRuledTables {
  readonly lines: readonly Line[];
  readonly tables: ReadonlyMap<Line, Table>;
}

/** Takes tables out of the lines. Frames around text, and grids with words in only one row or column, stay: they are not tables. */
export function takeRuledTables(lines: readonly Line[], grids: readonly Grid[]): WithRuledTables {
  const tables = new Map<Line, Table>();
  let left = lines;
  for (const [index, grid] of grids.entries()) {
    const table = tableOf(grid, left);
    if (table === null) continue;
    const rest = left.flatMap((line) => outside(line, grid));
    const standIn = standInFor(grid, table, -1 - index);
    tables.set(standIn, table);
    left = [...rest, standIn];
  }
  return { lines: left, tables };
}

/** Returns the lines of the words whose middle is in the box, cut at its sides. */
export function linesIn(box: Box, lines: readonly Line[]): Line[] {
  return lines.flatMap((line) => part(line, (word) => isIn(word, box)));
}

const outside = (line: Line, box: Box): Line[] => part(line, (word) => !isIn(word, box));

function part(line: Line, isPart: (word: Word) => boolean): Line[] {
  const words = line.words.filter(isPart);
  if (words.length === 0) return [];
  return [words.length === line.words.length ? line : lineOf(words, line.block, line.line)];
}

function isIn(word: Box, box: Box): boolean {
  const [x, y] = [(word.x0 + word.x1) / 2, middle(word)];
  return x > box.x0 && x <= box.x1 && y > box.y0 && y <= box.y1;
}

/** Returns a line with all words of a table in its whole area, to order it among the other lines of the page. */
function standInFor({ x0, y0, x1, y1 }: Grid, { lines }: Table, number: number): Line {
  const [first] = lines;
  const words = [...lines].flatMap((line) => line.words);
  return { ...lineOf(words, number, number), x0, y0, x1, y1, size: first?.size ?? 1 };
}

interface Filled extends GridCell {
  /** Lines from top to bottom; lines at one height are joined. */
  readonly lines: readonly Line[];
}

/** Columns and rows in which no text begins are left out: sides of boxes, double lines. */
function tableOf(grid: Grid, lines: readonly Line[]): Table | null {
  const inside = linesIn(grid, lines);
  const cells = grid.cells.map((cell): Filled => ({ ...cell, lines: wholeRows(linesIn(cell, inside)) }));
  const filled = cells.filter((cell) => cell.lines.length > 0);
  const columns = unique(filled.map(({ column }) => column));
  const rows = unique(filled.map(({ row }) => row));
  if (columns.length < 2 || grid.cells.some((cell) => zonesOf(linesIn(cell, inside), false).length > 1)) return null;
  const edges = columns.map((column, index): Interval => {
    return { x0: grid.xs[column] ?? 0, x1: grid.xs[columns[index + 1] ?? grid.xs.length - 1] ?? 0 };
  });
  const table = rows.flatMap((row) => {
    const cellsOfRow = cells.flatMap((cell): Cell[] => {
      const over = columns.filter((column) => column >= cell.column && column < cell.column + cell.columns);
      const down = rows.filter((each) => each >= cell.row && each < cell.row + cell.rows);
      return over.length === 0 || down[0] !== row ? [] : [{ lines: cell.lines, span: over.length, rows: down.length }];
    });
    return (rows.length > MOST_RULED_ROWS ? null : withoutRules(cellsOfRow, edges)) ?? [cellsOfRow];
  });
  if (table.length < 2 || !table.some(hasColumns)) return null;
  return { rows: table, lines: new Set(inside), columns: edges };
}

const unique = (numbers: readonly number[]): number[] => [...new Set(numbers)].sort((a, b) => a - b);

/** Lines are cut at wide gaps; parts at one height in a cell are joined into one line. */
function wholeRows(lines: readonly Line[]): Line[] {
  return rowsOf(lines).flatMap((row) => {
    const [first, second] = row;
    if (first === undefined || second === undefined) return row;
    return [
      lineOf(
        row.flatMap(({ words }) => words),
        first.block,
        first.line,
      ),
    ];
  });
}

/** Number of ruled rows, for a head, rows and a sum: if there are more, lines separate all rows. */
const MOST_RULED_ROWS = 3;
/** Fewest lines of the first column that can be rows; fewer are a long entry. */
const LEAST_LINES = 3;

/** Returns rows that no lines separate, as the text shows them; null if there is only one. */
function withoutRules(cells: readonly Cell[], columns: readonly Interval[]): Cell[][] | null {
  if ((cells[0]?.lines.length ?? 0) < LEAST_LINES || cells.length !== columns.length) return null;
  if (cells.some(({ span, rows }) => span > 1 || (rows ?? 1) > 1)) return null;
  const placed = rowsOf(cells.flatMap(({ lines }) => lines)).map((row) => row.flatMap((line) => place(line, columns)));
  const rows = tableRows(placed, columns, false);
  const isRow = (row: readonly Cell[]): boolean => (row[0]?.lines.length ?? 0) > 0;
  return rows.length > 1 && rows.every(isRow) && showsColumns(rows) ? rows : null;
}
