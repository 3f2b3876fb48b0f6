import { around, type Box, type Line, wordText } from '../pdf-text/reading/page.ts';

/** A vertical stretch of a page, with its columns from left to right; a single column is text over the whole width. */
export interface Region {
  readonly columns: readonly Column[];
}

/** A column, with its lines in reading order. */
export interface Column {
  readonly x0: number;
  readonly x1: number;
  readonly lines: readonly Line[];
  /** Tables and pictures in the column. */
  readonly others: readonly Box[];
}

/** Fewest lines of a column of text. */
const FEWEST_LINES = 4;
/** Fewest letters of its lines, on average. */
const FEWEST_LETTERS = 14;
const MAX_COLUMNS = 4;

/**
 * Finds columns of running text, as in a newspaper. Content that spans several of them separates the page into regions.
 * @param lines in reading order; @param others boxes of tables and pictures
 */
export function regionsOf(lines: readonly Line[], others: readonly Box[], page: { x0: number; x1: number }): Region[] {
  const whole = (these: readonly Line[], with_: readonly Box[]): Region => ({
    columns: [{ ...page, lines: these, others: with_ }],
  });
  const starts = columnStarts(lines, page);
  if (starts.length < 2) return [whole(lines, others)];
  const isAcross = (box: Box): boolean => starts.slice(1).some((start) => box.x0 < start - 4 && box.x1 > start + 4);
  const stops = [...lines.filter(isAcross), ...others.filter(isAcross)].sort((a, b) => a.y0 - b.y0);
  const regions: Region[] = [];
  let top = Number.NEGATIVE_INFINITY;
  let pending: Box[] = [];
  const isIn = (box: Box, from: number, to: number): boolean => middleOf(box) > from && middleOf(box) <= to;
  const lineSet = new Set<Box>(lines);
  const endWhole = (): void => {
    if (pending.length === 0) return;
    const these = new Set(pending);
    regions.push(
      whole(
        lines.filter((line) => these.has(line)),
        others.filter((box) => these.has(box)),
      ),
    );
    pending = [];
  };
  const band = (from: number, to: number): void => {
    const here = lines.filter((line) => !isAcross(line) && isIn(line, from, to));
    const boxes = others.filter((box) => !isAcross(box) && isIn(box, from, to));
    if (here.length === 0 && boxes.length === 0) return;
    const columns = starts.map((start, index) => {
      const next = starts[index + 1] ?? page.x1;
      const own = (box: Box): boolean => columnOf(box, starts) === index;
      const inside = here.filter(own);
      const right = inside.length > 0 ? around(inside).x1 : next;
      return { x0: start, x1: index === starts.length - 1 ? page.x1 : right, lines: inside, others: boxes.filter(own) };
    });
    const used = columns.filter((column) => column.lines.length >= 2 || column.others.length > 0);
    if (used.length < 2) {
      pending.push(...here, ...boxes);
      return;
    }
    endWhole();
    regions.push({ columns });
  };
  for (const stop of stops) {
    band(top, stop.y0);
    pending.push(stop);
    top = Math.max(top, lineSet.has(stop) ? middleOf(stop) : stop.y1);
  }
  band(top, Number.POSITIVE_INFINITY);
  endWhole();
  return regions;
}

const middleOf = ({ y0, y1 }: Box): number => (y0 + y1) / 2;

function columnOf({ x0 }: Box, starts: readonly number[]): number {
  return Math.max(
    0,
    starts.findLastIndex((start) => x0 > start - 6),
  );
}

/** Returns where the columns of the page's running text start; a single place if there are none. */
function columnStarts(lines: readonly Line[], page: { x0: number; x1: number }): number[] {
  const starts: number[] = [];
  for (const [at, members] of edgesOf(lines)) {
    if (members.length < FEWEST_LINES || starts.length >= MAX_COLUMNS) continue;
    const near = starts.at(-1);
    if (near !== undefined && at - near < (page.x1 - page.x0) / 8) continue;
    if (near === undefined || isColumn(at, members, lines, near)) starts.push(at);
  }
  return starts;
}

/** Returns left edges of lines, from left to right, with the lines that start there. */
function edgesOf(lines: readonly Line[]): [number, Line[]][] {
  const edges: [number, Line[]][] = [];
  for (const line of [...lines].sort((a, b) => a.x0 - b.x0)) {
    const last = edges.at(-1);
    if (last !== undefined && line.x0 - last[0] < 2) last[1].push(line);
    else edges.push([line.x0, [line]]);
  }
  return edges;
}

function isColumn(at: number, members: readonly Line[], lines: readonly Line[], left: number): boolean {
  const { y0, y1 } = around(members);
  const beside = lines.filter((line) => line.y1 > y0 && line.y0 < y1 && line.x0 >= left - 2);
  const before = beside.filter((line) => line.x1 < at - 4 && line.x0 < at);
  const crossing = beside.filter((line) => line.x0 < at - 4 && line.x1 > at + 4);
  const here = beside.filter((line) => line.x0 > at - 4);
  return (
    before.length >= FEWEST_LINES &&
    crossing.length * 4 <= Math.min(before.length, here.length) &&
    lettersALine(before) >= FEWEST_LETTERS &&
    lettersALine(here) >= FEWEST_LETTERS
  );
}

function lettersALine(lines: readonly Line[]): number {
  const letters = lines.reduce(
    (sum, { words }) => sum + words.reduce((all, word) => all + wordText(word).length + 1, 0),
    0,
  );
  return letters / Math.max(1, lines.length);
}
