import { isRunning } from '../layout/chains.ts';
import { alignment, columnsOf, fill, type Interval, startTogether, union } from '../layout/columns.ts';
import { lineOf, rowsOf } from '../layout/lines.ts';
import { around, type Line, middle, type Word, wordText } from '../reading/page.ts';
import { isEntry } from '../structure/contents.ts';
import type { Cell, Table } from './table.ts';
import { GUTTER, MAX_COLUMNS, type Placed, place, tableColumns } from './table-columns.ts';
import { tableRows } from './table-rows.ts';

/** Rows that are further apart than this, in font sizes, are not of one table. */
const LARGEST_PITCH = 4.5;
/** Most consecutive rows with a single cell; more are text. */
const MAX_SINGLE_ROWS = 8;

/**
 * Returns the tables of a page: at least two rows of at least two cells below each other, with a gap that runs down through all of them.
 * Columns of running text are not tables.
 * @param lines cut at wide gaps (splitAtGaps)
 * @param above columns of the previous page's last table, which the first table of this page may continue; empty if none
 */
export function findTables(lines: readonly Line[], above: readonly Interval[]): Table[] {
  const rows = rowsOf(lines);
  const tables: Table[] = [];
  let text: readonly Interval[] = [];
  let index = 0;
  while (index < rows.length) {
    const end = (rows[index]?.length ?? 0) < 2 ? index + 1 : regionEnd(rows, index);
    const found = tableOf(rows.slice(index, end), text, tables.length === 0 ? above : []);
    if (found.kind === 'table') tables.push(found.table);
    if (found.kind === 'text') text = found.columns;
    // Rows that are neither may still hold a table. Searching again from each of many rows would take quadratic time.
    index = found.kind === 'none' ? index + Math.max(1, Math.floor((end - index) / 8)) : end;
  }
  return tables;
}

/** Classification of rows below each other; `text`: columns of running text. */
type Found =
  | { readonly kind: 'table'; readonly table: Table }
  | { readonly kind: 'text'; readonly columns: readonly Interval[] }
  | { readonly kind: 'none' };

/** Returns the index after the last row that belongs with the row at `start`. */
function regionEnd(rows: readonly Line[][], start: number): number {
  let covered: Interval[] = [];
  let gutters = 0;
  let full = 0;
  let end = start;
  let singles = 0;
  let across = 0;
  for (let index = start; index < rows.length; index += 1) {
    const row = rows[index] ?? [];
    const size = row[0]?.size ?? 1;
    if (index > start && distance(rows[index - 1] ?? [], row) > LARGEST_PITCH * size) break;
    const wider = union(covered, row);
    const left = columnsOf(wider, GUTTER * size).length - 1;
    const fits = left >= gutters || (row.length > 1 && left >= 1 && full < 3 && left * 2 >= gutters);
    if (!fits) {
      // A title or a sum across several columns; two in succession are text.
      across += 1;
      if (across > 1 || row.length > gutters) break;
      continue;
    }
    if (row.length === 1) {
      if (!belongsToRowAbove(row[0] as Line, rows[index - 1] ?? [], covered)) singles += 1;
      if (singles > MAX_SINGLE_ROWS || !overlapsAny(row[0] as Line, covered)) break;
      covered = wider;
      if (belongsToRowAbove(row[0] as Line, rows[index - 1] ?? [], covered)) end = index + 1;
      continue;
    }
    [covered, gutters, singles, across] = [wider, left, 0, 0];
    full += 1;
    end = index + 1;
  }
  return Math.max(end, start + 1);
}

function distance(above: readonly Line[], below: readonly Line[]): number {
  return above[0] === undefined || below[0] === undefined ? 0 : middle(below[0]) - middle(above[0]);
}

function overlapsAny(line: Line, covered: readonly Interval[]): boolean {
  return covered.some(({ x0, x1 }) => line.x0 < x1 && line.x1 > x0);
}

/** Whether the only line of a row continues a cell above: close below it, and not in the first column. */
function belongsToRowAbove(line: Line, above: readonly Line[], covered: readonly Interval[]): boolean {
  const first = covered[0];
  const close = above[0] !== undefined && middle(line) - middle(above[0]) < 1.6 * line.size;
  return close && first !== undefined && line.x0 >= first.x1;
}

/** @param text columns of running text found above on the page, which text in the same columns continues */
function tableOf(rows: readonly Line[][], text: readonly Interval[], above: readonly Interval[]): Found {
  const several = rows.filter((row) => row.length > 1);
  // An index of several columns, whose dots lead to page numbers.
  if (several.length < 2 || several.every((row) => row.some(isEntry))) return { kind: 'none' };
  const lines = rows.flat();
  const size = lines.reduce((sum, line) => sum + line.size, 0) / lines.length;
  const columns = tableColumns(rows, size, above);
  if (columns.length < 2 || columns.length > MAX_COLUMNS) return { kind: 'none' };
  const placed = rows.map((row) => oneACell(row.flatMap((line) => place(line, columns))));
  const cells = columns.map((_, index) =>
    placed.flatMap((row) => row.filter(({ first, last }) => first === index && last === index).map(({ line }) => line)),
  );
  if (alignment(cells, 0.4 * size) < 0.6) return { kind: 'none' };
  if (isRunningText(cells, columns, size) || areIn(columns, text, size)) return { kind: 'text', columns };
  const cut = tableRows(placed, columns, areParagraphs(cells));
  if (!showsColumns(cut) || isMostlySentences(cut)) return { kind: 'none' };
  return { kind: 'table', table: { rows: cut, lines: new Set(lines), columns } };
}

/** Returns the text of a cell on one line. */
export const cellText = (cell: Cell): string => cell.lines.flatMap((line) => line.words.map(wordText)).join(' ');

/** Whether at least two rows have words or numbers in two cells: a formula, with parts at several heights, does not. */
export function showsColumns(rows: readonly (readonly Cell[])[]): boolean {
  return rows.filter(hasColumns).length > 1;
}

/** Whether a row has words or numbers in two cells. */
export function hasColumns(row: readonly Cell[]): boolean {
  return row.filter((cell) => /[\p{L}\p{N}]/u.test(cellText(cell))).length > 1;
}

/** Fewest words that make the only cell of a row a sentence and not a title. */
const SENTENCE_WORDS = 5;
/** Largest share of a table's rows that are a sentence from the first column on. */
const MOST_SENTENCES = 0.25;

/** Whether sentences run between the rows: they are then lines of text that end far to the right. */
function isMostlySentences(rows: readonly (readonly Cell[])[]): boolean {
  const sentences = rows.filter((row) => {
    const [first, ...others] = row;
    const isAlone = first !== undefined && others.every((cell) => cell.lines.length === 0);
    return isAlone && cellText(first).split(' ').length >= SENTENCE_WORDS;
  });
  return sentences.length > 1 && sentences.length > MOST_SENTENCES * rows.length;
}

/** Returns the parts of a row from left to right, with those of one column joined into one line. */
function oneACell(row: readonly Placed[]): Placed[] {
  const result: Placed[] = [];
  const parts: Word[][] = [];
  for (const placed of row) {
    const last = result.at(-1);
    if (last !== undefined && last.first === last.last && placed.first === last.last && placed.last === last.last) {
      parts.at(-1)?.push(...placed.line.words);
    } else {
      result.push(placed);
      parts.push([...placed.line.words]);
    }
  }
  return result.map((placed, index) => {
    const words = parts[index] ?? [];
    const { block, line } = placed.line;
    return words.length === placed.line.words.length ? placed : { ...placed, line: lineOf(words, block, line) };
  });
}

/** Whether all cells are text of several lines and start at the same heights. */
function areParagraphs(cells: readonly (readonly Line[])[]): boolean {
  if (!cells.every((lines) => lines.length > 0 && isRunning({ ...around(lines), lines }))) return false;
  return cells.every((lines, index) => index === 0 || startTogether(cells[index - 1] ?? [], lines));
}

function areIn(columns: readonly Interval[], text: readonly Interval[], size: number): boolean {
  return columns.every(({ x0 }) => text.some((column) => Math.abs(column.x0 - x0) < 1.5 * size));
}

/**
 * Whether the cells are columns of text, as in a newspaper: at most four, each with many words per line, and with full lines close below
 * each other.
 */
function isRunningText(cells: readonly (readonly Line[])[], columns: readonly Interval[], size: number): boolean {
  if (columns.length > 4) return false;
  if (areParagraphs(cells)) return false;
  return cells.every((lines, index) => {
    const column = columns[index];
    if (column === undefined || lines.length < 4) return false;
    const letters = lines.reduce(
      (sum, line) => sum + line.words.reduce((n, word) => n + wordText(word).length + 1, 0),
      0,
    );
    const close = lines.filter((line, at) => at > 0 && middle(line) - middle(lines[at - 1] as Line) < 1.7 * size);
    return letters / lines.length > 16 && fill(lines, column) > 0.7 && close.length >= lines.length * 0.6;
  });
}
