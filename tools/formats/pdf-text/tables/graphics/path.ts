import type { Box } from '../../reading/page.ts';
import { apply, type Matrix } from './matrix.ts';

/** A part of a path that is drawn without lifting the pen: its points, including control points of curves. */
export interface Subpath {
  readonly points: readonly (readonly [number, number])[];
  readonly straight: boolean;
}

/** Numbers of one path that are read; the rest of a longer path is not needed for its position. */
const MAX_NUMBERS = 200_000;

/** Returns the parts of a path with the absolute commands M, L, H, V, C and Z, which are all that cairo writes. */
export function subpathsOf(d: string, matrix: Matrix): Subpath[] {
  const subpaths: { points: [number, number][]; straight: boolean }[] = [];
  let numbers: number[] = [];
  let command = '';
  let count = 0;
  const flush = (): void => {
    if (command === 'M') subpaths.push({ points: [], straight: true });
    const current = subpaths.at(-1);
    if (current === undefined) return;
    if (command === 'C') current.straight = false;
    for (let index = 0; index + 1 < numbers.length; index += 2) {
      current.points.push(apply(matrix, numbers[index] as number, numbers[index + 1] as number));
    }
    numbers = [];
  };
  for (const token of d.match(/[MLCZ]|-?[\d.]+(?:e-?\d+)?/g) ?? []) {
    if (/[MLCZ]/.test(token)) {
      flush();
      command = token;
    } else {
      numbers.push(Number(token));
      count += 1;
      if (count > MAX_NUMBERS) break;
    }
  }
  flush();
  // A closed path ends with a move to its start.
  return subpaths.filter(({ points }) => points.length > 1);
}

export function boxAround(points: Iterable<readonly [number, number]>): Box {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) {
    x0 = Math.min(x0, x);
    y0 = Math.min(y0, y);
    x1 = Math.max(x1, x);
    y1 = Math.max(y1, y);
  }
  return { x0, y0, x1, y1 };
}

/** Points this close are the same place, or on one line of the page. */
const NEAR = 0.3;

/** Whether the part is a rectangle whose sides are parallel to the page's. */
export function isRectangle({ points, straight }: Subpath): boolean {
  if (!straight || points.length < 4 || points.length > 5) return false;
  const { x0, y0, x1, y1 } = boxAround(points);
  const isCorner = ([x, y]: readonly [number, number]): boolean =>
    Math.min(Math.abs(x - x0), Math.abs(x - x1)) < NEAR && Math.min(Math.abs(y - y0), Math.abs(y - y1)) < NEAR;
  const moves = points.slice(1).every(([x, y], index) => {
    const [px, py] = points[index] as readonly [number, number];
    return Math.abs(x - px) < NEAR || Math.abs(y - py) < NEAR;
  });
  return moves && points.every(isCorner);
}

/** Whether the part is one horizontal or vertical line. */
export function isRule({ points, straight }: Subpath): boolean {
  if (!straight) return false;
  const { x0, y0, x1, y1 } = boxAround(points);
  return x1 - x0 < NEAR || y1 - y0 < NEAR;
}
