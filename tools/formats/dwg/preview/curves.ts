import { Arc, type Circle, type Ellipse } from '@node-projects/acad-ts';
import { turnEnd } from '../versions/curves.ts';
import { cross, length, ORIGIN, type Point3, plain, plus, point, unit } from '../versions/geometry.ts';
import { type Affine, placed, planeOf, turned, within } from './affine.ts';
import { arcPieces, flat, type Path, type Piece } from './shapes.ts';

const FULL_TURN = 2 * Math.PI;

interface EllipticArc {
  readonly center: Point3;
  /** Vectors from the centre to the points at 0 and at a quarter turn. */
  readonly first: Point3;
  readonly second: Point3;
}

/** Returns the pieces of an arc over an angle, radians, as `to` shows it. */
function pieces(to: Affine, { center, first, second }: EllipticArc, start: number, sweep: number): Piece[] {
  const [origin, u, v] = [placed(to, center), turned(to, first), turned(to, second)];
  return arcPieces(
    (angle) => plus(plus(origin, u, Math.cos(angle)), v, Math.sin(angle)),
    (angle) => plus(plus(ORIGIN, u, -Math.sin(angle)), v, Math.cos(angle)),
    start,
    sweep,
  );
}

function arc(to: Affine, shape: EllipticArc, start: number, end: number, closed: boolean): Path {
  const from = plus(plus(shape.center, shape.first, Math.cos(start)), shape.second, Math.sin(start));
  return { start: flat(placed(to, from)), pieces: pieces(to, shape, start, end - start), closed };
}

/** Returns the path of a CIRCLE or ARC. */
export function circlePath(circle: Circle, to: Affine): Path {
  const shape = {
    center: plain(circle.center),
    first: point(circle.radius, 0),
    second: point(0, circle.radius),
  };
  const plane = within(to, planeOf(plain(circle.normal)));
  if (!(circle instanceof Arc)) return arc(plane, shape, 0, FULL_TURN, true);
  return arc(plane, shape, circle.startAngle, turnEnd(circle.startAngle, circle.endAngle), false);
}

/** Returns the path of an ELLIPSE, which is in world coordinates. */
export function ellipsePath(ellipse: Ellipse, to: Affine): Path {
  const first = plain(ellipse.majorAxisEndPoint);
  const across = unit(cross(plain(ellipse.normal), first));
  const second = plus(ORIGIN, across, length(first) * ellipse.radiusRatio);
  const { startParameter, endParameter, isFullEllipse } = ellipse;
  const end = turnEnd(startParameter, endParameter);
  return arc(to, { center: plain(ellipse.center), first, second }, startParameter, end, isFullEllipse);
}

/** Returns the pieces of a polyline segment with a bulge (tangent of a quarter of its angle), in a plane. */
export function bulgePieces(to: Affine, from: Point3, end: Point3, bulge: number): Piece[] {
  const chord = plus(end, from, -1);
  if (bulge === 0 || length(chord) === 0) return [{ to: flat(placed(to, end)) }];
  const height = (1 / bulge - bulge) / 4;
  const center = point((from.x + end.x) / 2 - chord.y * height, (from.y + end.y) / 2 + chord.x * height, from.z);
  const first = plus(from, center, -1);
  return pieces(to, { center, first, second: point(-first.y, first.x) }, 0, 4 * Math.atan(bulge));
}
