import { inlineOf, inlineText } from './layout/inline.ts';
import { rowsOf } from './layout/lines.ts';
import { type Part, partsOf } from './layout/reading-order.ts';
import { addWeight, type Line, middle, mode, type Page } from './reading/page.ts';
import { joinParts } from './structure/contents.ts';
import type { Table } from './tables/table.ts';

/** Returns a page as plain text in reading order: its lines as on the page, and table rows with their cells aligned in columns. */
export function plainText(page: Page): string {
  const usual = usualSize(page.lines);
  const lines = joinParts(page.lines, ({ size }) => size > LARGER * usual);
  const { parts } = partsOf(lines, []);
  const blocks = parts.flatMap((part) => blocksOf(part, leadingOf(lines)));
  return blocks.length === 0 ? '' : `${blocks.map((block) => block.join('\n')).join('\n\n')}\n`;
}

/** Text this many times larger than most is a heading. */
const LARGER = 1.15;
/** A line distance this many times larger than usual separates paragraphs. */
const APART = 1.25;
/** Line distance in font sizes if a page does not show it. */
const LEADING = 1.2;

function usualSize(lines: readonly Line[]): number {
  const sizes = new Map<number, number>();
  for (const { size, words } of lines) addWeight(sizes, size, words.length);
  return mode(sizes) ?? 1;
}

function pitch(before: Line, line: Line): number {
  return (middle(line) - middle(before)) / Math.max(line.size, before.size);
}

/** Returns the usual line distance, in font sizes. */
function leadingOf(lines: readonly Line[]): number {
  const pitches = new Map<number, number>();
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1];
    const distance = before === undefined ? 0 : pitch(before, line);
    if (distance > 0.8 && distance < 3) addWeight(pitches, Math.round(distance * 20) / 20);
  }
  return mode(pitches) ?? LEADING;
}

function blocksOf(part: Part, leading: number): string[][] {
  return part.kind === 'table' ? [tableText(part.table)] : paragraphsOf(part.lines, leading);
}

/** Splits lines of text into blocks at gaps that are larger than usual. */
function paragraphsOf(lines: readonly Line[], leading: number): string[][] {
  const blocks: string[][] = [];
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1];
    const text = textOf(line);
    const block = blocks.at(-1);
    if (before === undefined || block === undefined) blocks.push([text]);
    else if (isSameRow(before, line)) block.push(`${block.pop()}${gapText(before, line)}${text}`);
    else if (goesOn(before, line, text, leading)) block.push(text);
    else blocks.push([text]);
  }
  return blocks;
}

const textOf = (line: Line): string => inlineText(inlineOf(line)).trim();

function isSameRow(before: Line, line: Line): boolean {
  const isAfter = before.x1 <= line.x0 || line.x1 <= before.x0;
  return isAfter && Math.abs(middle(line) - middle(before)) <= 0.35 * Math.min(line.size, before.size);
}

/** Width of a letter in font sizes, about. */
const LETTER = 0.5;
const WIDEST_GAP = 40;

function gapText(before: Line, line: Line): string {
  const gap = Math.max(line.x0 - before.x1, before.x0 - line.x1);
  return ' '.repeat(Math.min(WIDEST_GAP, Math.max(2, Math.round(gap / (LETTER * line.size)))));
}

/** Whether the line belongs to the same block; at the top of the next column it does if it continues a sentence. */
function goesOn(before: Line, line: Line, text: string, leading: number): boolean {
  const distance = pitch(before, line);
  return distance < 0 ? /^\p{Ll}/u.test(text) : distance <= APART * leading;
}

/** Text of a table line and the columns that it covers. */
interface Entry {
  readonly column: number;
  readonly span: number;
  readonly text: string;
}

/** Columns grow no wider than this for their longest text. */
const WIDEST_COLUMN = 120;
/** Spaces between columns. */
const GUTTER = 2;

/** Returns the rows of a table with the cells of a column aligned; a cell of several lines takes as many. */
export function tableText({ rows, columns, lines }: Table): string[] {
  const rtl = [...lines].filter((line) => line.rtl).length * 2 > lines.size;
  const entries = rows.flatMap((row) => entriesOf(row, columns.length, rtl));
  const widths = columns.map((_, column) =>
    Math.min(
      WIDEST_COLUMN,
      Math.max(0, ...entries.flat().map((each) => (each.column === column && each.span === 1 ? each.text.length : 0))),
    ),
  );
  const starts = widths.map((_, column) => widths.slice(0, column).reduce((sum, width) => sum + width + GUTTER, 0));
  return entries.map((row) =>
    row.reduce((text, entry) => {
      const start = starts[entry.column] ?? 0;
      return `${text === '' ? ' '.repeat(start) : `${text}${' '.repeat(GUTTER)}`.padEnd(start)}${entry.text}`;
    }, ''),
  );
}

/** Returns the lines of a row of cells, each from left to right (from right to left in a right-to-left table). */
function entriesOf(row: Table['rows'][number], columns: number, rtl: boolean): Entry[][] {
  const places = new Map<Line, Omit<Entry, 'text'>>();
  let first = 0;
  for (const { lines, span } of row) {
    for (const line of lines) places.set(line, { column: rtl ? columns - first - span : first, span });
    first += span;
  }
  return rowsOf([...places.keys()]).map((lines) =>
    lines
      .map((line): Entry => ({ ...(places.get(line) as Omit<Entry, 'text'>), text: textOf(line) }))
      .sort((a, b) => a.column - b.column),
  );
}
