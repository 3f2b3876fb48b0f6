import { isMostlyRtl } from '../../formats/pdf-text/layout/direction.ts';
import { around, type Box, middle, quantile } from '../../formats/pdf-text/reading/page.ts';
import { median, type TextLine, type TextPage } from './page.ts';

/** Adjacent text in a line. */
interface Segment extends Box {
  readonly text: string;
}

/** Spaces do not make a line longer than this. */
const MOST_COLUMNS = 1000;
/** Most blank lines for one gap. */
const MOST_BLANK = 3;
/** Widest gap between words of a line, in letters; a wider one separates columns. */
const WORD_GAP = 2.5;
/** Share of lines with narrower letters, so that few lines outgrow their columns. */
const NARROW = 0.25;

/** Returns the page as plain text that keeps word positions: columns side by side, gaps as blank lines. */
export function layOutText({ paragraphs }: TextPage): string {
  const lines = paragraphs.flatMap((paragraph) => paragraph.lines);
  if (lines.length === 0) return '';
  const letter = letterWidth(lines);
  const left = Math.min(...lines.map(({ x0 }) => x0));
  const rows = rowsOf(lines.flatMap((line) => segmentsOf(line, letter * WORD_GAP)));
  const pitch = median(rows.slice(1).map((row, index) => distance(rows[index] ?? row, row)));
  const text: string[] = [];
  let above: readonly Segment[] | null = null;
  for (const row of rows) {
    if (above !== null) text.push(...blankLines(distance(above, row), pitch));
    text.push(rowText(row, left, letter));
    above = row;
  }
  return `${text.join('\n')}\n`;
}

/** Returns the letter width of a narrow line, points. */
function letterWidth(lines: readonly TextLine[]): number {
  const long = lines.filter(({ text }) => text.length >= 8);
  const widths = (long.length > 0 ? long : lines).map(({ x0, x1, text }) => (x1 - x0) / text.length);
  return Math.max(0.5, quantile(widths, NARROW));
}

/** Splits a line at its wide gaps. Right-to-left text stays whole: its words are not in positional order. */
function segmentsOf(line: TextLine, gap: number): Segment[] {
  if (isMostlyRtl(line.text)) return [line];
  const groups: (typeof line.words)[number][][] = [];
  for (const word of line.words) {
    const before = groups.at(-1)?.at(-1);
    if (before === undefined || word.x0 - before.x1 > gap) groups.push([word]);
    else groups.at(-1)?.push(word);
  }
  if (groups.length === 1) return [line];
  return groups.map((words) => ({ ...around(words), text: words.map(({ text }) => text).join(' ') }));
}

/** Groups adjacent segments of the same height, from the top down. */
function rowsOf(segments: readonly Segment[]): readonly Segment[][] {
  const rows: { box: Box; segments: Segment[] }[] = [];
  for (const segment of [...segments].sort((one, other) => middle(one) - middle(other))) {
    const row = rows.at(-1);
    if (
      row !== undefined &&
      isBeside(segment, row.box) &&
      !row.segments.some((each) => overlapsAcross(each, segment))
    ) {
      row.segments.push(segment);
    } else rows.push({ box: segment, segments: [segment] });
  }
  return rows.map((row) => row.segments.sort((one, other) => one.x0 - other.x0));
}

function isBeside(one: Box, other: Box): boolean {
  const shared = Math.min(one.y1, other.y1) - Math.max(one.y0, other.y0);
  return shared > 0.5 * Math.min(one.y1 - one.y0, other.y1 - other.y0);
}

function overlapsAcross(one: Box, other: Box): boolean {
  return Math.min(one.x1, other.x1) - Math.max(one.x0, other.x0) > 0;
}

function distance(above: readonly Segment[], below: readonly Segment[]): number {
  return median(below.map(middle)) - median(above.map(middle));
}

function blankLines(distance: number, pitch: number): string[] {
  const blank = pitch <= 0 ? 0 : Math.round(distance / pitch - 0.3) - 1;
  return Array(Math.min(MOST_BLANK, Math.max(0, blank))).fill('');
}

function rowText(row: readonly Segment[], left: number, letter: number): string {
  let text = '';
  for (const segment of row) {
    const column = Math.min(MOST_COLUMNS, Math.round((segment.x0 - left) / letter));
    text = text === '' ? ' '.repeat(column) : `${text}  `.padEnd(column);
    text += segment.text;
  }
  return text;
}
