/** An affine map of points, as PDF writes it: x' = a·x + c·y + e, y' = b·x + d·y + f (ISO 32000-1, 8.3.3). */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A rectangle with its sides in order: left < right, bottom < top. */
export interface Box {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

export const isIdentity = (matrix: Matrix): boolean =>
  matrix.every((value, index) => Math.abs(value - (IDENTITY[index] ?? 0)) < 1e-9);

/** Applies `first`, then `second`. */
export function chain(first: Matrix, second: Matrix): Matrix {
  const [a, b, c, d, e, f] = first;
  const [k, l, m, n, o, p] = second;
  return [a * k + b * m, a * l + b * n, c * k + d * m, c * l + d * n, e * k + f * m + o, e * l + f * n + p];
}

/** Returns the inverse. Only for invertible maps, as all of page geometry are. */
export function inverse([a, b, c, d, e, f]: Matrix): Matrix {
  const area = a * d - b * c;
  return [d / area, -b / area, -c / area, a / area, (c * f - d * e) / area, (b * e - a * f) / area];
}

export const scaled = (factor: number): Matrix => [factor, 0, 0, factor, 0, 0];

export const moved = (x: number, y: number): Matrix => [1, 0, 0, 1, x, y];

export const mapPoint = ([a, b, c, d, e, f]: Matrix, { x, y }: Point): Point => ({
  x: a * x + c * y + e,
  y: b * x + d * y + f,
});

/** Returns the box around the mapped box; the mapped box itself if the matrix turns by right angles only. */
export function mapBox(matrix: Matrix, { left, bottom, right, top }: Box): Box {
  return boxAround(mapPoint(matrix, { x: left, y: bottom }), mapPoint(matrix, { x: right, y: top }));
}

export const boxAround = (one: Point, other: Point): Box => ({
  left: Math.min(one.x, other.x),
  bottom: Math.min(one.y, other.y),
  right: Math.max(one.x, other.x),
  top: Math.max(one.y, other.y),
});

export const widthOf = ({ left, right }: Box): number => right - left;

export const heightOf = ({ bottom, top }: Box): number => top - bottom;

/** Returns the intersection; null if it has no area. */
export function common(one: Box, other: Box): Box | null {
  const box = {
    left: Math.max(one.left, other.left),
    bottom: Math.max(one.bottom, other.bottom),
    right: Math.min(one.right, other.right),
    top: Math.min(one.top, other.top),
  };
  return box.left < box.right && box.bottom < box.top ? box : null;
}

/** Returns the largest placement of a sheet of `width` × `height` inside a box, centred, keeping proportions. */
export function fitInto(box: Box, width: number, height: number): Matrix {
  const factor = Math.min(widthOf(box) / width, heightOf(box) / height);
  return chain(
    scaled(factor),
    moved(box.left + (widthOf(box) - width * factor) / 2, box.bottom + (heightOf(box) - height * factor) / 2),
  );
}
