import type { Box } from '../../reading/page.ts';
import { overlap, type Rule } from './items.ts';

/** A cell of a grid of lines: its place, and how many of the grid's columns and rows it covers. */
export interface GridCell extends Box {
  readonly column: number;
  readonly row: number;
  readonly columns: number;
  readonly rows: number;
}

/** A table that is drawn with lines. */
export interface Grid extends Box {
  /** Positions of the lines between its columns and rows, and at its edges. */
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  readonly cells: readonly GridCell[];
  readonly rules: readonly Rule[];
}

/** Lines this close are one. */
const SAME = 3;
/** Lines with ends this close meet. */
const TOUCH = 2.5;
/** Largest number of lines on a page; a page with more is a plan. */
const MAX_RULES = 4000;
const MAX_CELLS = 4000;

/** Returns the tables of a page that are drawn with lines: lines that meet, with at least two cells. */
export function gridsOf(rules: readonly Rule[]): Grid[] {
  if (rules.length > MAX_RULES) return [];
  const grids = groupsOf(rules).flatMap((group) => gridOf(group) ?? []);
  const area = (grid: Grid): number => (grid.x1 - grid.x0) * (grid.y1 - grid.y0);
  const apart: Grid[] = [];
  // Of nested grids the inner one is the table, and the outer one a frame.
  for (const grid of grids.sort((a, b) => area(a) - area(b))) {
    if (!apart.some((other) => overlap(other, grid, -SAME))) apart.push(grid);
  }
  return apart;
}

/** Groups lines that meet, directly or through others. */
function groupsOf(rules: readonly Rule[]): Rule[][] {
  const left = new Set(rules);
  const groups: Rule[][] = [];
  for (const rule of rules) {
    if (!left.delete(rule)) continue;
    const group = [rule];
    for (let index = 0; index < group.length; index += 1) {
      const from = group[index] as Rule;
      for (const other of left) {
        if (meet(from, other)) {
          left.delete(other);
          group.push(other);
        }
      }
    }
    groups.push(group);
  }
  return groups;
}

function meet(a: Rule, b: Rule): boolean {
  return a.x0 - TOUCH <= b.x1 && b.x0 - TOUCH <= a.x1 && a.y0 - TOUCH <= b.y1 && b.y0 - TOUCH <= a.y1;
}

function gridOf(rules: readonly Rule[]): Grid | null {
  const across = rules.filter(({ direction }) => direction === 'across');
  const down = rules.filter(({ direction }) => direction === 'down');
  const endsAcross = across.flatMap(({ x0, x1, y0 }) => [x0, x1].map((end) => ({ at: y0, end })));
  const endsDown = down.flatMap(({ x0, y0, y1 }) => [y0, y1].map((end) => ({ at: x0, end })));
  const drawnXs = placesOf(down.map(({ x0, x1 }) => (x0 + x1) / 2));
  const drawnYs = placesOf(across.map(({ y0, y1 }) => (y0 + y1) / 2));
  const [openXs, openYs] = [openSides(drawnXs, endsAcross), openSides(drawnYs, endsDown)];
  const [xs, ys] = [inOrder([...drawnXs, ...openXs]), inOrder([...drawnYs, ...openYs])];
  const [columns, rows] = [xs.length - 1, ys.length - 1];
  if (columns < 1 || rows < 1 || columns * rows < 2 || columns * rows > MAX_CELLS) return null;
  const isDown = (x: number, y0: number, y1: number): boolean =>
    openXs.includes(x) || covers(down, 'y0', 'y1', 'x0', x, y0, y1);
  const isAcross = (y: number, x0: number, x1: number): boolean =>
    openYs.includes(y) || covers(across, 'x0', 'x1', 'y0', y, x0, x1);
  const cells = cellsOf(xs, ys, isDown, isAcross);
  if (cells.length < 2) return null;
  const [x0, x1, y0, y1] = [xs[0], xs.at(-1), ys[0], ys.at(-1)] as [number, number, number, number];
  return { x0, x1, y0, y1, xs, ys, cells, rules };
}

/** Smallest width or height of a column or row at an open side of a table, points. */
const LEAST_OPEN = 8;

/**
 * Returns the edges of columns and rows at the open sides of a table: places further out than the lines at `places` where lines of the
 * other direction end together.
 * @param ends place and end of each line of the other direction
 */
function openSides(places: readonly number[], ends: readonly { at: number; end: number }[]): number[] {
  const [first, last] = [places[0], places.at(-1)];
  if (first === undefined || last === undefined) return [];
  const further = ends.filter(({ end }) => end < first - LEAST_OPEN || end > last + LEAST_OPEN);
  return placesOf(further.map(({ end }) => end)).filter((place) => {
    const those = further.filter(({ end }) => Math.abs(end - place) < SAME);
    return placesOf(those.map(({ at }) => at)).length > 1;
  });
}

const inOrder = (places: readonly number[]): number[] => [...places].sort((a, b) => a - b);

function placesOf(values: readonly number[]): number[] {
  const places: number[][] = [];
  for (const value of [...values].sort((a, b) => a - b)) {
    const last = places.at(-1);
    if (last !== undefined && value - (last[0] ?? 0) < SAME) last.push(value);
    else places.push([value]);
  }
  return places.map((near) => near.reduce((sum, value) => sum + value, 0) / near.length);
}

type Edge = 'x0' | 'x1' | 'y0' | 'y1';

/** Whether lines at `place` cover most of the way from `from` to `to`. */
function covers(
  rules: readonly Rule[],
  start: Edge,
  end: Edge,
  across: Edge,
  place: number,
  from: number,
  to: number,
): boolean {
  let covered = 0;
  for (const rule of rules) {
    if (Math.abs(rule[across] - place) > SAME) continue;
    covered += Math.max(0, Math.min(rule[end], to) - Math.max(rule[start], from));
  }
  return covered > 0.6 * (to - from);
}

type IsLine = (at: number, from: number, to: number) => boolean;

/** Merges cells without a line between them, as far as they form a rectangle. */
function cellsOf(xs: readonly number[], ys: readonly number[], isDown: IsLine, isAcross: IsLine): GridCell[] {
  const taken = new Set<number>();
  const cells: GridCell[] = [];
  const [columns, rows] = [xs.length - 1, ys.length - 1];
  const x = (index: number): number => xs[index] as number;
  const y = (index: number): number => ys[index] as number;
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      if (taken.has(row * columns + column)) continue;
      let right = column + 1;
      while (right < columns && !taken.has(row * columns + right) && !isDown(x(right), y(row), y(row + 1))) right += 1;
      let bottom = row + 1;
      const isOpen = (at: number): boolean => {
        for (let each = column; each < right; each += 1) {
          if (isAcross(y(at), x(each), x(each + 1))) return false;
          if (each > column && isDown(x(each), y(at), y(at + 1))) return false;
        }
        return true;
      };
      while (bottom < rows && isOpen(bottom)) bottom += 1;
      for (let r = row; r < bottom; r += 1) for (let c = column; c < right; c += 1) taken.add(r * columns + c);
      cells.push({
        column,
        row,
        columns: right - column,
        rows: bottom - row,
        x0: x(column),
        x1: x(right),
        y0: y(row),
        y1: y(bottom),
      });
    }
  }
  return cells;
}
