import type { Path, Point2, Shape } from './shapes.ts';
import { textBox } from './texts.ts';

/** The box around shapes, drawing units. */
export interface Box {
  readonly low: Point2;
  readonly high: Point2;
}

/** Returns null if there is nothing. */
export function boxOf(shapes: readonly Shape[]): Box | null {
  return boxAround(cornersOf(shapes));
}

/** Returns null if there are no points. */
export function boxAround(points: Iterable<Point2>): Box | null {
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of points) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    bottom = Math.min(bottom, y);
    top = Math.max(top, y);
  }
  return left <= right && bottom <= top ? { low: { x: left, y: bottom }, high: { x: right, y: top } } : null;
}

/** Returns the intersection of two boxes; null if there is none. */
export function commonBox(one: Box, other: Box): Box | null {
  const low = { x: Math.max(one.low.x, other.low.x), y: Math.max(one.low.y, other.low.y) };
  const high = { x: Math.min(one.high.x, other.high.x), y: Math.min(one.high.y, other.high.y) };
  return low.x <= high.x && low.y <= high.y ? { low, high } : null;
}

export const boxCorners = ({ low, high }: Box): readonly Point2[] => [
  low,
  { x: high.x, y: low.y },
  high,
  { x: low.x, y: high.y },
];

function* cornersOf(shapes: readonly Shape[]): Generator<Point2> {
  for (const shape of shapes) yield* corners(shape);
}

function corners(shape: Shape): readonly Point2[] {
  switch (shape.kind) {
    case 'line': {
      const half = 'units' in shape.pen ? shape.pen.units / 2 : 0;
      return half === 0 ? pathPoints(shape.path) : pathPoints(shape.path).flatMap((p) => around(p, half));
    }
    case 'area':
      return shape.paths.flatMap(pathPoints);
    case 'dot':
      return [shape.at];
    case 'endless':
      return [shape.from];
    case 'text':
      return textBox(shape.text);
    case 'clipped': {
      const [region, content] = [boxAround(shape.region.flatMap(pathPoints)), boxOf(shape.shapes)];
      const seen = region === null || content === null ? null : commonBox(region, content);
      return seen === null ? [] : boxCorners(seen);
    }
  }
}

/** Returns the corners and control points of a path. */
export const pathPoints = ({ start, pieces }: Path): Point2[] => [
  start,
  ...pieces.flatMap(({ to, control = [] }) => [to, ...control]),
];

const around = ({ x, y }: Point2, far: number): Point2[] => [
  { x: x - far, y: y - far },
  { x: x + far, y: y + far },
];
