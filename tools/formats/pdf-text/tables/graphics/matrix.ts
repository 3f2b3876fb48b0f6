/** x' = a·x + c·y + e, y' = b·x + d·y + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** Applies `inner` first, then `outer`. */
export function multiply(outer: Matrix, inner: Matrix): Matrix {
  const [a, b, c, d, e, f] = outer;
  const [g, h, i, j, k, l] = inner;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

/** Parses the `transform` of an element; cairo writes `matrix(…)` and `translate(…)`. */
export function matrixOf(transform: string | undefined): Matrix {
  const [, name, list = ''] = /^\s*(matrix|translate|scale)\(([^)]*)\)/.exec(transform ?? '') ?? [];
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = list.split(/[\s,]+/).map(Number);
  if (name === 'matrix') return [a, b, c, d, e, f];
  if (name === 'translate') return [1, 0, 0, 1, a, b];
  return name === 'scale' ? [a, 0, 0, b, 0, 0] : IDENTITY;
}

export function apply([a, b, c, d, e, f]: Matrix, x: number, y: number): [number, number] {
  return [a * x + c * y + e, b * x + d * y + f];
}

/** Returns the factor by which a matrix enlarges lengths, averaged over all directions. */
export const scaleOf = ([a, b, c, d]: Matrix): number => Math.sqrt(Math.abs(a * d - b * c));
