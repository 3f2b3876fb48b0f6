import type { Interval } from '../layout/columns.ts';
import { around, type Line, middle, quantile, width, wordText } from '../reading/page.ts';
import type { Cell } from './table.ts';
import type { Placed } from './table-columns.ts';

/*
 * Finds the lines of a table that form one row: if a cell's text is too long for its column, it continues in the next line, while the other
 * cells of the row do not, or are at the middle of its height.
 */

type Row = Placed[];

/** Lines this close, in font sizes, can be lines of one cell. */
const TIGHT = 1.45;
/** A distance this many times larger than that of the lines of a cell separates rows. */
const APART = 1.2;
/**
 * Lines this close, in font sizes, overlap in height: half the distance of two lines of a cell that has another cell's line at its middle.
 * The font size is used because the height that poppler reports differs by version.
 */
const TOUCHING = 0.65;
/** Largest number of lines of one row, over all its cells; each new line is compared with them. */
const MAX_LINES = 500;

/**
 * Returns the rows of a table, with every column filled, from its lines row by row (rowsOf).
 * @param areParagraphs whether all cells are text of several lines, with gaps between the rows (startTogether)
 */
export function tableRows(
  lines: readonly (readonly Placed[])[],
  columns: readonly Interval[],
  areParagraphs: boolean,
): Cell[][] {
  const touching = joinTouching(lines);
  const bounds = columns.map((column, index) => columns[index + 1]?.x0 ?? column.x1);
  const loose = hasLooseRows(touching);
  const usual = quantile(pitchesOf(touching), 0.5);
  const rows: Row[] = [];
  let previous: readonly Placed[] = [];
  for (const line of touching) {
    const row = rows.at(-1);
    const sameRow = areParagraphs
      ? pitch(previous, line) <= APART * usual
      : row !== undefined && goesOn(row, previous, line, bounds, { loose, usual, isHead: rows.length === 1 });
    if (row !== undefined && sameRow && row.length < MAX_LINES) row.push(...line);
    else rows.push([...line]);
    previous = line;
  }
  return rows.map((row) => cellsOf(row, columns.length));
}

/** Joins lines whose heights overlap: cells of one row, some of them at the middle of the others. */
function joinTouching(lines: readonly (readonly Placed[])[]): Row[] {
  const rows: Row[] = [];
  let bottom = Number.NEGATIVE_INFINITY;
  for (const line of lines) {
    const core = around(
      line.map(({ line: each }) => {
        const half = (TOUCHING / 2) * each.size;
        return { ...each, y0: middle(each) - half, y1: middle(each) + half };
      }),
    );
    const row = rows.at(-1);
    if (row !== undefined && row.length < MAX_LINES && core.y0 < bottom && !sharesColumnWithLastLine(row, line))
      row.push(...line);
    else {
      rows.push([...line]);
      bottom = Number.NEGATIVE_INFINITY;
    }
    bottom = Math.max(bottom, core.y1);
  }
  return rows;
}

/** Two lines of one column that overlap in height are not wrapped text. */
function sharesColumnWithLastLine(row: Row, line: readonly Placed[]): boolean {
  return line.some((a) =>
    row.some((b) => a.first <= b.last && b.first <= a.last && a.line.y0 + 0.5 * (a.line.y1 - a.line.y0) < b.line.y1),
  );
}

/** Whether some lines are clearly further apart than others: the closer ones are then lines of one cell. */
function hasLooseRows(rows: readonly Row[]): boolean {
  const pitches = pitchesOf(rows);
  const [tightest = 0] = [...pitches].sort((a, b) => a - b);
  const loose = pitches.filter((each) => each > tightest * APART).length;
  return tightest < TIGHT && loose * 4 >= pitches.length;
}

const pitchesOf = (rows: readonly Row[]): number[] => rows.slice(1).map((row, index) => pitch(rows[index] ?? [], row));

/** Returns the distance from the last line above to the first line below, in font sizes. */
function pitch(above: readonly Placed[], below: readonly Placed[]): number {
  const first = below[0]?.line;
  if (first === undefined) return 0;
  const bottom = above.reduce((most, { line }) => Math.max(most, middle(line)), Number.NEGATIVE_INFINITY);
  const top = below.reduce((least, { line }) => Math.min(least, middle(line)), Number.POSITIVE_INFINITY);
  return (top - bottom) / first.size;
}

function goesOn(
  row: Row,
  previous: readonly Placed[],
  line: readonly Placed[],
  bounds: readonly number[],
  { loose, usual, isHead }: { readonly loose: boolean; readonly usual: number; readonly isHead: boolean },
): boolean {
  if (row.length > MAX_LINES || pitch(previous, line) > TIGHT) return false;
  if (line.some(({ first, last }) => first !== last)) return false;
  const above = line.map((each) => lastIn(row, each.first));
  if (above.some((each) => each === null)) return false;
  const wraps = line.map((each, index) => isWrapped(above[index]?.line as Line, each, bounds));
  const filled = new Set(row.flatMap(({ first, last }) => (first === last ? [first] : [])));
  if (wraps.every(Boolean) && line.length < filled.size) return true;
  // Further lines of text beside a first cell that has no more are paragraphs of one cell.
  const isText = line.every(
    (each, index) => !isNumber(textOf(each.line)) && !isNumber(textOf(above[index]?.line as Line)),
  );
  if (isText && line.length === 1 && filled.size === 1 && !filled.has(0)) return true;
  const isBeside = isHead || line.every(({ first }) => first > 0);
  if (isText && isBeside && line.length < filled.size && APART * pitch(previous, line) <= usual) return true;
  if (isText && filled.has(0) && line.every(({ first }) => first > 0) && line.length < filled.size) return true;
  return loose && wraps.some(Boolean) && line.every((each) => !isNumber(textOf(each.line)));
}

function lastIn(row: Row, column: number): Placed | null {
  return row.findLast(({ first, last }) => first === column && last === column) ?? null;
}

/** Whether the first word of the line did not fit on the line above in the same column. */
function isWrapped(above: Line, { line, first }: Placed, bounds: readonly number[]): boolean {
  const word = line.words[0];
  if (word === undefined || isNumber(textOf(line)) || isNumber(textOf(above))) return false;
  const bound = (bounds[first] ?? 0) - 0.8 * line.size;
  const more = 0.25 * line.size + width(word);
  // Lines with a common left edge; or centred lines, or lines with a common right edge.
  return above.x1 + more > bound || width(above) + more > bound - Math.min(above.x0, line.x0);
}

const textOf = (line: Line): string => line.words.map(wordText).join('');

/** Whether a text has no letters and so cannot continue: `1,234.50`, `(12%)`, `€ 5`. */
function isNumber(text: string): boolean {
  return !/\p{L}/u.test(text);
}

/** Returns a cell for every column of the row, including empty ones, from left to right. */
function cellsOf(row: Row, columns: number): Cell[] {
  const cells: Cell[] = [];
  const sorted = [...row].sort((a, b) => a.first - b.first || b.last - a.last || a.line.y0 - b.line.y0);
  let next = 0;
  for (let column = 0; column < columns; column = next) {
    const here = sorted.filter(({ first }) => first === column);
    next = Math.max(column + 1, ...here.map(({ last }) => last + 1));
    const inside = next === column + 1 ? here : sorted.filter(({ first }) => first >= column && first < next);
    const lines = inside.map(({ line }) => line).sort((a, b) => a.y0 - b.y0 || a.x0 - b.x0);
    cells.push({ lines, span: next - column });
  }
  return cells;
}
