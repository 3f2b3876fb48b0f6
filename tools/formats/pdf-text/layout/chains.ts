import { around, type Box, type Line, middle, width, wordText } from '../reading/page.ts';
import { type Interval, overlaps } from './columns.ts';
import { spaceOf } from './lines.ts';

/** Lines directly below each other, with nothing beside any two of them that belongs to both: the text of one column. */
export interface Chain extends Box {
  /** Lines from top to bottom; at least one. */
  readonly lines: readonly Line[];
}

/** Lines that are further apart than this, in font sizes, are not text of one column. */
const LARGEST_PITCH = 2;

/**
 * Returns the lines as chains. A line continues the chain above it if each is the other's only neighbour: a title above two columns has two
 * neighbours below it and ends, and so do the columns above a line that spans both.
 */
export function chainsOf(lines: readonly Line[]): Chain[] {
  const sorted = [...lines].sort((a, b) => middle(a) - middle(b));
  const below = sorted.map((line, index) => neighboursBelow(sorted, line, index));
  const above = new Map<Line, number>();
  for (const line of below.flat()) above.set(line, (above.get(line) ?? 0) + 1);
  const chainOf = new Map<Line, Line[]>();
  const chains: Line[][] = [];
  for (const [index, line] of sorted.entries()) {
    const chain = chainOf.get(line) ?? [];
    if (chain.length === 0) chains.push(chain);
    chain.push(line);
    const [next, ...others] = below[index] ?? [];
    if (next !== undefined && others.length === 0 && above.get(next) === 1) chainOf.set(next, chain);
  }
  return chains.map((chain) => ({ ...around(chain), lines: chain }));
}

/** Returns the nearest lines below that overlap this one horizontally, without those that another of them covers. */
function neighboursBelow(sorted: readonly Line[], line: Line, index: number): Line[] {
  const found: Line[] = [];
  for (let at = index + 1; at < Math.min(sorted.length, index + MOST_NEAR); at += 1) {
    const other = sorted[at] as Line;
    const pitch = middle(other) - middle(line);
    if (pitch > LARGEST_PITCH * Math.max(line.size, other.size)) {
      if (pitch > LARGEST_PITCH * LARGEST_SIZES * line.size) break;
      continue;
    }
    if (pitch > 0.3 * line.size && overlaps(line, other) && !found.some((nearer) => overlaps(nearer, other))) {
      found.push(other);
    }
  }
  return found;
}

/** Number of following lines that are examined; more at one height are not text. */
const MOST_NEAR = 500;
/** A line below may have letters this many times larger. */
const LARGEST_SIZES = 3;

/** Fewer lines do not show whether they are text that was broken into lines. */
const LEAST_LINES = 3;
/** Letters of a line; narrower columns hold single words, not text. */
const LEAST_LETTERS = 14;
/** Share of the lines that are as long as their column allows. */
const LEAST_WRAPPED = 0.5;

/** Whether lines are running text: for most of them, the first word would not have fitted at the end of the line before. */
export function isRunning({ lines, x0, x1 }: Chain): boolean {
  if (lines.length < LEAST_LINES) return false;
  const letters = lines.reduce(
    (sum, line) => sum + line.words.reduce((n, word) => n + wordText(word).length + 1, 0),
    0,
  );
  if (letters < LEAST_LETTERS * lines.length) return false;
  const wrapped = lines.slice(1).filter((line, index) => isWrapped(lines[index] as Line, line, { x0, x1 }));
  return wrapped.length >= LEAST_WRAPPED * (lines.length - 1);
}

function isWrapped(before: Line, line: Line, column: Interval): boolean {
  const word = line.rtl ? line.words.at(-1) : line.words[0];
  if (word === undefined) return false;
  const room = line.rtl ? before.x0 - column.x0 : column.x1 - before.x1;
  return room < width(word) + spaceOf(line);
}
