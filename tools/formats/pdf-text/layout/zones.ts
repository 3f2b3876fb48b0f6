import { around, type Line, middle } from '../reading/page.ts';
import { type Chain, chainsOf, isRunning } from './chains.ts';
import { type Interval, overlaps, startTogether, union } from './columns.ts';

/*
 * Cuts a page where columns of running text are side by side: content above them, each column, content below. Only running text is cut, so
 * that the cells of a table, or labels and fields of a form, stay together.
 */

/** Free space between two columns, and its vertical extent. */
interface Gutter extends Interval {
  readonly top: number;
  readonly bottom: number;
}

/** Narrowest gutter, in font sizes. */
const NARROWEST = 0.5;
/** A heading this close above a column, or a line this close below it, in font sizes, belongs to the column. */
const ATTACHED = 1.5;
/** Depth of columns within columns; a page that seems to have more is not text. */
const MAX_DEPTH = 12;
/** Number of the longest texts of a page that are compared with each other. */
const MAX_RUNNING = 60;
/** Number of lines above which a page is not searched for columns: it is a drawing made of letters. */
const MAX_LINES = 5000;

/**
 * Returns the parts of a page in reading order, each with its lines from top to bottom; none is empty.
 * @param rtl whether columns follow each other from right to left
 */
export function zonesOf(lines: readonly Line[], rtl: boolean): Line[][] {
  return lines.length > MAX_LINES ? [[...lines]] : zones(lines, rtl, MAX_DEPTH);
}

function zones(lines: readonly Line[], rtl: boolean, depth: number): Line[][] {
  if (lines.length === 0) return [];
  const gutter = depth === 0 ? null : (widestGutter(lines) ?? gutterOfHalves(lines));
  if (gutter === null) return [[...lines].sort((a, b) => middle(a) - middle(b))];
  const parts: Record<'above' | 'left' | 'right' | 'below', Line[]> = { above: [], left: [], right: [], below: [] };
  for (const line of lines) parts[sideOf(line, gutter)].push(line);
  const [first, second] = rtl ? [parts.right, parts.left] : [parts.left, parts.right];
  return [parts.above, first, second, parts.below].flatMap((part) => zones(part, rtl, depth - 1));
}

function sideOf(line: Line, gutter: Gutter): 'above' | 'left' | 'right' | 'below' {
  if (middle(line) < gutter.top) return 'above';
  if (middle(line) > gutter.bottom) return 'below';
  return line.x0 + line.x1 < gutter.x0 + gutter.x1 ? 'left' : 'right';
}

/** Returns the gutter that separates columns over most of the page's height; null if no two columns of text are side by side. */
function widestGutter(lines: readonly Line[]): Gutter | null {
  const chains = chainsOf(lines);
  const running = chains
    .filter(isRunning)
    .sort((a, b) => b.y1 - b.y0 - (a.y1 - a.y0))
    .slice(0, MAX_RUNNING);
  let best: Gutter | null = null;
  for (const left of running) {
    const beside = running.filter((right) => left.x1 <= right.x0 && sharedHeight(left, right) > 0);
    for (const right of beside.sort((a, b) => a.x0 - b.x0).slice(0, NEAREST)) {
      const gutter = gutterBetween(left, right, lines, chains);
      if (gutter !== null && (best === null || gutter.bottom - gutter.top > best.bottom - best.top)) best = gutter;
    }
  }
  return best;
}

/** Number of texts to the right of another that are examined. */
const NEAREST = 3;

function sharedHeight(a: Chain, b: Chain): number {
  return Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0);
}

/** Returns null if something else is between the two, or if they are cells of a table. */
function gutterBetween(left: Chain, right: Chain, lines: readonly Line[], chains: readonly Chain[]): Gutter | null {
  const size = left.lines[0]?.size ?? 1;
  const top = Math.max(left.y0, right.y0);
  const bottom = Math.min(left.y1, right.y1);
  const beside = lines.filter((line) => middle(line) > top && middle(line) < bottom);
  const between = narrowed({ x0: left.x1, x1: right.x0 }, beside, size);
  if (between.stop !== null) return null;
  const above = lines.filter((line) => middle(line) <= top).sort((a, b) => middle(b) - middle(a));
  const upper = narrowed(between.strip, above, size);
  const below = lines.filter((line) => middle(line) >= bottom).sort((a, b) => middle(a) - middle(b));
  const { strip, stop } = narrowed(upper.strip, below, size);
  const limit = { top: upper.stop?.y1 ?? -Infinity, bottom: stop?.y0 ?? Number.POSITIVE_INFINITY };
  const inside = chains.filter(
    (chain) => !overlaps(chain, strip) && middle(chain) > limit.top && middle(chain) < limit.bottom,
  );
  if (areCells(inside, strip)) return null;
  const columns = columnsOf([left, right], inside);
  return { ...strip, top: Math.min(...columns.map(({ y0 }) => y0)), bottom: Math.max(...columns.map(({ y1 }) => y1)) };
}

/** Narrows the strip by each line that reaches into it, up to the first that leaves too little of it. */
function narrowed(
  strip: Interval,
  lines: readonly Line[],
  size: number,
): { readonly strip: Interval; readonly stop: Line | null } {
  let { x0, x1 } = strip;
  if (x1 - x0 < NARROWEST * size) return { strip, stop: lines[0] ?? null };
  for (const line of lines) {
    if (!overlaps(line, { x0, x1 })) continue;
    const isLeft = line.x0 + line.x1 < x0 + x1;
    const rest = isLeft ? { x0: Math.max(x0, line.x1), x1 } : { x0, x1: Math.min(x1, line.x0) };
    if (rest.x1 - rest.x0 < NARROWEST * size) return { strip: { x0, x1 }, stop: line };
    ({ x0, x1 } = rest);
  }
  return { strip: { x0, x1 }, stop: null };
}

/** Returns the content of the two columns: everything beside their text, and what is close above and below it. */
function columnsOf(seeds: readonly Chain[], inside: readonly Chain[]): Chain[] {
  const taken = new Set(seeds);
  let [top, bottom] = [Math.min(...seeds.map(({ y0 }) => y0)), Math.max(...seeds.map(({ y1 }) => y1))];
  for (let before = 0; taken.size !== before; ) {
    before = taken.size;
    for (const chain of inside) {
      if (taken.has(chain)) continue;
      const isBeside = chain.y0 < bottom && chain.y1 > top;
      if (!isBeside && ![...taken].some((other) => isAttached(chain, other))) continue;
      taken.add(chain);
      [top, bottom] = [Math.min(top, chain.y0), Math.max(bottom, chain.y1)];
    }
  }
  return [...taken];
}

function isAttached(chain: Chain, other: Chain): boolean {
  const gap = Math.max(chain.y0 - other.y1, other.y0 - chain.y1);
  return overlaps(chain, other) && gap < ATTACHED * (other.lines[0]?.size ?? 1);
}

/** Fewest lines of each half of a page, and its smallest share of the width of both. */
const LEAST_LINES = 12;
const LEAST_WIDTH = 0.35;
/** Largest share of lines at the same height on both sides: more are rows; unrelated halves have fewer. */
const MOST_ALIGNED = 0.6;

/** Largest difference of equal heights, points; text is rarely at the same height by chance. */
const SAME_HEIGHT = 1;

/** Returns the gutter between two halves of a page without running text (lists, tables, separate forms), or null. */
function gutterOfHalves(lines: readonly Line[]): Gutter | null {
  if (lines.length < 2 * LEAST_LINES) return null;
  const covered = union(
    lines.map(({ x0, x1 }) => ({ x0, x1 })),
    [],
  );
  const { x0, x1, y0, y1 } = around(lines);
  for (const [index, { x0: end }] of covered.entries()) {
    const strip = { x0: covered[index - 1]?.x1 ?? end, x1: end };
    const isWide = strip.x1 - strip.x0 >= NARROWEST * 2 * (lines[0]?.size ?? 1);
    if (!isWide || Math.min(strip.x0 - x0, x1 - strip.x1) < LEAST_WIDTH * (x1 - x0)) continue;
    const left = lines.filter((line) => line.x1 <= strip.x0);
    const right = lines.filter((line) => line.x0 >= strip.x1);
    if (areApart(left, right) && areApart(right, left)) return { ...strip, top: y0, bottom: y1 };
  }
  return null;
}

function areApart(one: readonly Line[], other: readonly Line[]): boolean {
  if (one.length < LEAST_LINES) return false;
  const aligned = one.filter((line) => other.some((beside) => Math.abs(middle(line) - middle(beside)) < SAME_HEIGHT));
  return aligned.length < MOST_ALIGNED * one.length;
}

/** Whether the content of both sides is cells of rows. */
function areCells(chains: readonly Chain[], strip: Interval): boolean {
  const linesOf = (side: readonly Chain[]): Line[] => side.flatMap((chain) => chain.lines);
  const left = linesOf(chains.filter(({ x1 }) => x1 <= strip.x0 + 1));
  const right = linesOf(chains.filter(({ x0 }) => x0 >= strip.x1 - 1));
  return startTogether(left, right);
}
