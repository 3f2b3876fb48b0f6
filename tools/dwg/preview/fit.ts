import { plus, point } from '../versions/geometry.ts';
import type { Path, Point2, Shape } from './shapes.ts';
import { textBox } from './texts.ts';

/** What shapes cover, drawing units. */
export interface Box {
  readonly low: Point2;
  readonly high: Point2;
}

/** Of a long drawing as of a high one: an A3 sheet (420 x 297 mm) without its margins. */
const [LONG, SHORT] = [400, 277];
/** Around the drawing, millimetres. */
export const MARGIN = 10;

/** How a drawing is put onto paper. */
export interface Sheet {
  /** Millimetres. */
  readonly width: number;
  readonly height: number;
  /** Millimetres a unit. */
  readonly scale: number;
  /** Millimetres from the upper left. */
  place(p: Point2): Point2;
  /** What is inside the margins, drawing units. */
  readonly box: Box;
}

function corners(shape: Shape): readonly Point2[] {
  switch (shape.kind) {
    case 'line': {
      const half = 'units' in shape.pen ? shape.pen.units / 2 : 0;
      return half === 0 ? points(shape.path) : points(shape.path).flatMap((p) => around(p, half));
    }
    case 'area':
      return shape.paths.flatMap(points);
    case 'dot':
      return [shape.at];
    case 'endless':
      return [shape.from];
    case 'text':
      return textBox(shape.text);
  }
}

const points = ({ start, pieces }: Path): Point2[] => [
  start,
  ...pieces.flatMap(({ to, control = [] }) => [to, ...control]),
];

const around = ({ x, y }: Point2, far: number): Point2[] => [
  { x: x - far, y: y - far },
  { x: x + far, y: y + far },
];

/** Null: there is nothing. */
export function boxOf(shapes: readonly Shape[]): Box | null {
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const shape of shapes) {
    for (const { x, y } of corners(shape)) {
      left = Math.min(left, x);
      right = Math.max(right, x);
      bottom = Math.min(bottom, y);
      top = Math.max(top, y);
    }
  }
  return left <= right ? { low: { x: left, y: bottom }, high: { x: right, y: top } } : null;
}

/** The sheet of a drawing: as large as A3 holds it, in the drawing's own shape. */
export function sheetFor({ low, high }: Box): Sheet {
  const [width, height] = [high.x - low.x, high.y - low.y];
  const room = width >= height ? { width: LONG, height: SHORT } : { width: SHORT, height: LONG };
  const fits = Math.min(room.width / width, room.height / height);
  // Where all is in one place, or the numbers are too large for a scale.
  const scale = Number.isFinite(fits) && fits > 0 ? fits : 1;
  return {
    width: width * scale + 2 * MARGIN,
    height: height * scale + 2 * MARGIN,
    scale,
    // Differences first: what is far from the origin keeps its digits.
    place: ({ x, y }) => ({ x: (x - low.x) * scale + MARGIN, y: (high.y - y) * scale + MARGIN }),
    box: { low, high },
  };
}

/** Paper without a drawing. */
export const EMPTY_SHEET: Sheet = sheetFor({ low: { x: 0, y: 0 }, high: { x: LONG, y: SHORT } });

/** The part of an endless line that is inside a box, by Liang and Barsky; null: none. */
export function clipped(
  from: Point2,
  along: Point2,
  both: boolean,
  { low, high }: Box,
): readonly [Point2, Point2] | null {
  let [first, last] = [both ? -Infinity : 0, Infinity];
  for (const axis of ['x', 'y'] as const) {
    if (along[axis] === 0) {
      if (from[axis] < low[axis] || from[axis] > high[axis]) return null;
      continue;
    }
    const ends = [(low[axis] - from[axis]) / along[axis], (high[axis] - from[axis]) / along[axis]];
    first = Math.max(first, Math.min(...ends));
    last = Math.min(last, Math.max(...ends));
  }
  if (!(first < last) || !Number.isFinite(last - first)) return null;
  const at = (t: number) => plus(point(from.x, from.y), point(along.x, along.y), t);
  return [at(first), at(last)];
}
