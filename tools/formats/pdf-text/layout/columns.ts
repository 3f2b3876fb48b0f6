import { type Line, middle, quantile, width } from '../reading/page.ts';

/** A horizontal stretch of the page. */
export interface Interval {
  readonly x0: number;
  readonly x1: number;
}

/** Whether two stretches overlap by more than a touch. */
export function overlaps(a: Interval, b: Interval): boolean {
  return Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0) > TOUCH;
}

/** Points by which letters reach beyond their place. */
const TOUCH = 0.5;

/** Returns the stretches that both lists cover together, from left to right; each list is sorted and has no overlaps. */
export function union(a: readonly Interval[], b: readonly Interval[]): Interval[] {
  const all = [...a, ...b].sort((left, right) => left.x0 - right.x0);
  const result: Interval[] = [];
  for (const next of all) {
    const last = result.at(-1);
    if (last !== undefined && next.x0 <= last.x1)
      result[result.length - 1] = { x0: last.x0, x1: Math.max(last.x1, next.x1) };
    else result.push({ x0: next.x0, x1: next.x1 });
  }
  return result;
}

/** Closes gaps narrower than `gap`: stretches that close are one column. */
export function columnsOf(covered: readonly Interval[], gap: number): Interval[] {
  const result: Interval[] = [];
  for (const next of covered) {
    const last = result.at(-1);
    if (last !== undefined && next.x0 - last.x1 < gap) result[result.length - 1] = { x0: last.x0, x1: next.x1 };
    else result.push(next);
  }
  return result;
}

/** Returns the first and last column that a line overlaps; [n, n] for the nearest column if it lies between two. */
export function columnsUnder(line: Interval, columns: readonly Interval[]): [number, number] {
  let first = -1;
  let last = -1;
  let nearest = 0;
  let distance = Number.POSITIVE_INFINITY;
  for (const [index, column] of columns.entries()) {
    const away = Math.max(column.x0 - line.x1, line.x0 - column.x1);
    if (away < 0) {
      if (first < 0) first = index;
      last = index;
    }
    if (away < distance) [nearest, distance] = [index, away];
  }
  return first < 0 ? [nearest, nearest] : [first, last];
}

/** Returns the share of the cells, 0 to 1, that stand at their column's most common left edge, right edge or centre. */
export function alignment(cells: readonly (readonly Line[])[], tolerance: number): number {
  let aligned = 0;
  let total = 0;
  for (const column of cells) {
    total += column.length;
    const edges = [(line: Line) => line.x0, (line: Line) => line.x1, (line: Line) => (line.x0 + line.x1) / 2];
    aligned += Math.max(...edges.map((edge) => mostAtOnePlace(column.map(edge), tolerance)));
  }
  return total === 0 ? 0 : aligned / total;
}

/** Returns the largest number of values within a stretch of this length. */
export function mostAtOnePlace(values: readonly number[], length: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  let most = 0;
  let start = 0;
  for (const [end, value] of sorted.entries()) {
    while (value - (sorted[start] ?? value) > length) start += 1;
    most = Math.max(most, end - start + 1);
  }
  return most;
}

/** Returns the mean share of the column's width that its lines fill. */
export function fill(lines: readonly Line[], column: Interval): number {
  if (lines.length === 0) return 0;
  const full = Math.max(1, column.x1 - column.x0);
  return lines.reduce((sum, line) => sum + Math.min(1, width(line) / full), 0) / lines.length;
}

/** A distance this many times larger than that of the lines of a cell separates rows. */
const APART = 1.15;
/** Fewer starts at one height, or a smaller share of them, happen by chance. */
const LEAST_STARTS = 2;
const LEAST_SHARE = 0.8;

/** Whether the paragraphs of two columns start at the same heights again and again, as the cells of rows do. */
export function startTogether(one: readonly Line[], other: readonly Line[]): boolean {
  const [left, right] = [starts(one), starts(other)];
  const aligned = left.filter((y) => right.some((beside) => Math.abs(beside - y) < 2)).length;
  return aligned >= LEAST_STARTS && aligned >= LEAST_SHARE * Math.max(left.length, right.length);
}

/** Returns the heights at which lines follow a gap. */
function starts(column: readonly Line[]): number[] {
  const heights = column.map(middle).sort((a, b) => a - b);
  const pitches = heights.slice(1).map((y, index) => y - (heights[index] ?? y));
  const usual = quantile(pitches, 0.5);
  return heights.slice(1).filter((_, index) => (pitches[index] ?? 0) > APART * usual);
}
