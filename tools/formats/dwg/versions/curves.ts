import type { Ellipse, HatchBoundaryPathSpline, Spline } from '@node-projects/acad-ts';
import { cross, distance, flatten, isFinitePoint, length, type Point3, plain, plus, point, unit } from './geometry.ts';

/** Largest distance of a chord from its curve, as a share of the curve's size. */
const TOLERANCE = 1 / 5000;
const FULL_TURN = 2 * Math.PI;

/** Returns the angle `end`, in radians, increased beyond `start`; equal angles are a full turn. */
export function turnEnd(start: number, end: number): number {
  let to = end;
  while (to <= start + 1e-9) to += FULL_TURN;
  return Math.min(to, start + FULL_TURN);
}

/** Returns points of an elliptic arc around `center`; `start` and `end` are its parameters in radians, counter-clockwise. */
export function arcPoints(center: Point3, major: Point3, minor: Point3, start: number, end: number): Point3[] {
  const curve = (t: number): Point3 => plus(plus(center, major, Math.cos(t)), minor, Math.sin(t));
  return flatten(curve, start, turnEnd(start, end), length(major) * TOLERANCE);
}

/** Returns points of an ELLIPSE, in world coordinates. */
export function ellipsePoints(ellipse: Ellipse): Point3[] {
  const major = plain(ellipse.majorAxisEndPoint);
  const across = unit(cross(plain(ellipse.normal), major));
  const minor = plus(point(0, 0), across, length(major) * ellipse.radiusRatio);
  return arcPoints(plain(ellipse.center), major, minor, ellipse.startParameter, ellipse.endParameter);
}

/** A B-spline curve, rational if its weights differ. */
export interface Nurbs {
  readonly degree: number;
  readonly controlPoints: readonly Point3[];
  readonly weights: readonly number[];
  readonly knots: readonly number[];
}

/** Returns the point at parameter `t` in the knot span `span`: de Boor's algorithm on weighted points. */
function nurbsPoint({ degree, controlPoints, weights, knots }: Nurbs, span: number, t: number): Point3 {
  const local = Array.from({ length: degree + 1 }, (_, i) => {
    const index = span - degree + i;
    const p = controlPoints[index] ?? point(0, 0);
    const w = weights[index] ?? 1;
    return { x: p.x * w, y: p.y * w, z: p.z * w, w };
  });
  for (let r = 1; r <= degree; r++) {
    for (let j = degree; j >= r; j--) {
      const low = knots[span - degree + j] ?? 0;
      const high = knots[span + 1 + j - r] ?? 0;
      const part = high === low ? 0 : (t - low) / (high - low);
      const a = local[j - 1];
      const b = local[j];
      if (a === undefined || b === undefined) continue;
      local[j] = {
        x: a.x + (b.x - a.x) * part,
        y: a.y + (b.y - a.y) * part,
        z: a.z + (b.z - a.z) * part,
        w: a.w + (b.w - a.w) * part,
      };
    }
  }
  const { x, y, z, w } = local[degree] ?? { x: 0, y: 0, z: 0, w: 1 };
  return point(x / w, y / w, z / w);
}

function size(points: readonly Point3[]): number {
  const first = points[0];
  return first === undefined ? 0 : points.reduce((most, p) => Math.max(most, distance(first, p)), 0);
}

/** Returns points of a B-spline; none if its knots do not fit its control points. */
export function nurbsPoints(nurbs: Nurbs): Point3[] {
  const { degree, controlPoints, knots } = nurbs;
  if (degree < 1 || controlPoints.length <= degree || knots.length < controlPoints.length + degree + 1) return [];
  const tolerance = size(controlPoints) * TOLERANCE;
  const points: Point3[] = [];
  for (let span = degree; span < controlPoints.length; span++) {
    const from = knots[span] ?? 0;
    const to = knots[span + 1] ?? 0;
    if (!(to > from)) continue;
    const part = flatten((t) => nurbsPoint(nurbs, span, t), from, to, tolerance);
    points.push(...(points.length === 0 ? part : part.slice(1)));
  }
  return points.every(isFinitePoint) ? points : [];
}

interface Knot {
  readonly at: Point3;
  /** Chord to the next point. */
  readonly chord: number;
}

/** Solves a tridiagonal system, whose right side is a point per row. */
function solved(rows: readonly { left: number; middle: number; right: number; value: Point3 }[]): Point3[] {
  const forward: { right: number; value: Point3 }[] = [];
  for (const { left, middle, right, value } of rows) {
    const before = forward.at(-1) ?? { right: 0, value: point(0, 0) };
    const scale = middle - left * before.right;
    const rest = plus(value, before.value, -left);
    forward.push({ right: right / scale, value: point(rest.x / scale, rest.y / scale, rest.z / scale) });
  }
  const result: Point3[] = [];
  let next = point(0, 0);
  for (const { right, value } of forward.reverse()) {
    next = plus(value, next, -right);
    result.unshift(next);
  }
  return result;
}

/** Returns the derivatives at the points of a cubic spline with chord lengths as parameters; free ends are straight ("natural"). */
function derivatives(knots: readonly Knot[], tangents: Tangents): Point3[] {
  const slope = (i: number): Point3 => {
    const [from, to] = [knots[i], knots[i + 1]];
    if (from === undefined || to === undefined) return point(0, 0);
    return plus(point(0, 0), plus(to.at, from.at, -1), 1 / from.chord);
  };
  const end = (given: Point3 | null, isFirst: boolean, i: number) =>
    given !== null
      ? { left: 0, middle: 1, right: 0, value: given }
      : { left: isFirst ? 0 : 1, middle: 2, right: isFirst ? 1 : 0, value: plus(point(0, 0), slope(i), 3) };
  const last = knots.length - 1;
  return solved(
    knots.map((knot, i) => {
      if (i === 0) return end(tangents.start, true, 0);
      if (i === last) return end(tangents.end, false, last - 1);
      const before = knots[i - 1]?.chord ?? 1;
      const value = plus(plus(point(0, 0), slope(i - 1), 3 * knot.chord), slope(i), 3 * before);
      return { left: knot.chord, middle: 2 * (before + knot.chord), right: before, value };
    }),
  );
}

interface Tangents {
  readonly start: Point3 | null;
  readonly end: Point3 | null;
}

const FREE: Tangents = { start: null, end: null };
/** Points of a closed curve that are repeated on both sides: points further away have no visible effect. */
const WRAPPED = 4;

/** Returns the smooth curve through points that CAD programs draw: a cubic spline with chord lengths as parameters. */
export function throughPoints(points: readonly Point3[], closed: boolean, tangents: Tangents = FREE): Point3[] {
  const distinct = points.filter((p, i) => i === 0 || distance(p, points[i - 1] ?? p) > 0);
  const count = distinct.length;
  if (count < 3) return distinct;
  const tolerance = size(distinct) * TOLERANCE;
  const wrap = closed ? WRAPPED : 0;
  const through = Array.from({ length: count + 2 * wrap + (closed ? 1 : 0) }, (_, i) =>
    closed ? (distinct[(i - wrap + count * WRAPPED) % count] ?? point(0, 0)) : (distinct[i] ?? point(0, 0)),
  );
  const knots = through.map((at, i): Knot => ({ at, chord: distance(at, through[i + 1] ?? at) || 1 }));
  const slopes = derivatives(knots, closed ? FREE : tangents);
  const result: Point3[] = [];
  for (let i = wrap; i + 1 < knots.length - wrap; i++) {
    const [from, to, m0, m1] = [knots[i], knots[i + 1], slopes[i], slopes[i + 1]];
    if (from === undefined || to === undefined || m0 === undefined || m1 === undefined) break;
    const curve = (t: number): Point3 => {
      const ends = plus(plus(point(0, 0), from.at, (1 + 2 * t) * (1 - t) ** 2), to.at, t * t * (3 - 2 * t));
      return plus(plus(ends, m0, from.chord * t * (1 - t) ** 2), m1, from.chord * t * t * (t - 1));
    };
    const part = flatten(curve, 0, 1, tolerance);
    result.push(...(result.length === 0 ? part : part.slice(1)));
  }
  return result;
}

/** Returns points of a SPLINE, in world coordinates, from its control points, else its fit points. */
export function splinePoints(spline: Spline): Point3[] {
  const { degree, knots, weights } = spline;
  const points = nurbsPoints({ degree, knots, weights, controlPoints: spline.controlPoints.map(plain) });
  if (points.length > 1) return points;
  const fit = spline.fitPoints.map(plain).filter(isFinitePoint);
  const tangent = (direction: Point3) => (length(direction) > 0 ? unit(direction) : null);
  const tangents = { start: tangent(plain(spline.startTangent)), end: tangent(plain(spline.endTangent)) };
  return fit.length < 2 ? [] : throughPoints(fit, spline.isClosed, tangents);
}

/** Returns points of a hatch's spline edge, in the plane of the hatch. The z of its control points is their weight. */
export function hatchSplinePoints(edge: HatchBoundaryPathSpline): Point3[] {
  const { degree, knots } = edge;
  const controlPoints = edge.controlPoints.map((p) => point(p.x, p.y));
  const weights = edge.isRational ? edge.weights : [];
  const points = nurbsPoints({ degree, knots, weights, controlPoints });
  return points.length > 1 ? points : edge.fitPoints.map((p) => point(p.x, p.y));
}

/** Returns points of a polyline segment with a bulge (tangent of a quarter of its angle), without its first point. */
export function bulgePoints(from: Point3, to: Point3, bulge: number): Point3[] {
  if (bulge === 0 || distance(from, to) === 0) return [to];
  const half = plus(to, from, -1);
  const height = (1 / bulge - bulge) / 4;
  const center = point((from.x + to.x) / 2 - half.y * height, (from.y + to.y) / 2 + half.x * height, from.z);
  const angle = 4 * Math.atan(bulge);
  const radius = plus(from, center, -1);
  const curve = (t: number): Point3 =>
    point(
      center.x + radius.x * Math.cos(t * angle) - radius.y * Math.sin(t * angle),
      center.y + radius.x * Math.sin(t * angle) + radius.y * Math.cos(t * angle),
      from.z,
    );
  return flatten(curve, 0, 1, length(radius) * TOLERANCE).slice(1);
}
