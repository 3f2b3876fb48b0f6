import type { XYZ } from '@node-projects/acad-ts';

/** A point or vector; drawing units. Like acad-ts's XYZ, without its methods. */
export interface Point3 {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

export const ORIGIN: Point3 = { x: 0, y: 0, z: 0 };

export function point(x: number, y: number, z = 0): Point3 {
  return { x, y, z };
}

export function plain(vector: XYZ): Point3 {
  return { x: vector.x, y: vector.y, z: vector.z };
}

export function plus(a: Point3, b: Point3, times = 1): Point3 {
  return { x: a.x + b.x * times, y: a.y + b.y * times, z: a.z + b.z * times };
}

export function cross(a: Point3, b: Point3): Point3 {
  return { x: a.y * b.z - a.z * b.y, y: a.z * b.x - a.x * b.z, z: a.x * b.y - a.y * b.x };
}

export function dot(a: Point3, b: Point3): number {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

export function length(a: Point3): number {
  return Math.sqrt(dot(a, a));
}

/** Returns the vector with length 1; `fallback` for a zero vector. */
export function unit(a: Point3, fallback: Point3 = { x: 0, y: 0, z: 1 }): Point3 {
  const size = length(a);
  return size > 0 && Number.isFinite(size) ? { x: a.x / size, y: a.y / size, z: a.z / size } : fallback;
}

export function distance(a: Point3, b: Point3): number {
  return length(plus(a, b, -1));
}

/** The x, y and z axes of an object coordinate system (OCS), in world coordinates. */
export interface Axes {
  readonly x: Point3;
  readonly y: Point3;
  readonly z: Point3;
}

/** Returns the OCS of an extrusion direction: the "arbitrary axis algorithm" of Autodesk's DXF reference. */
export function axesOf(normal: Point3): Axes {
  const z = unit(normal);
  const nearWorldZ = Math.abs(z.x) < 1 / 64 && Math.abs(z.y) < 1 / 64;
  const x = unit(cross(nearWorldZ ? { x: 0, y: 1, z: 0 } : { x: 0, y: 0, z: 1 }, z));
  return { x, y: cross(z, x), z };
}

/** Returns world coordinates of a point given in `axes`. */
export function toWorld(axes: Axes, p: Point3): Point3 {
  return plus(plus(plus(ORIGIN, axes.x, p.x), axes.y, p.y), axes.z, p.z);
}

/** Returns the coordinates in `axes` of a point given in world coordinates. */
export function fromWorld(axes: Axes, p: Point3): Point3 {
  return { x: dot(p, axes.x), y: dot(p, axes.y), z: dot(p, axes.z) };
}

export function isFinitePoint(p: Point3): boolean {
  return Number.isFinite(p.x) && Number.isFinite(p.y) && Number.isFinite(p.z);
}

function distanceToChord(p: Point3, from: Point3, to: Point3): number {
  const chord = plus(to, from, -1);
  const size = length(chord);
  const start = plus(p, from, -1);
  return size === 0 ? length(start) : length(cross(start, chord)) / size;
}

const DEEPEST = 12;

function between(
  curve: (t: number) => Point3,
  [t0, p0]: readonly [number, Point3],
  [t1, p1]: readonly [number, Point3],
  tolerance: number,
  depth: number,
  into: Point3[],
): void {
  const t = (t0 + t1) / 2;
  const p = curve(t);
  // A quarter is checked, too: a curve may cross its own chord in the middle.
  const near =
    distanceToChord(p, p0, p1) <= tolerance && distanceToChord(curve((t0 + t) / 2), p0, p1) <= tolerance && depth > 1;
  if (!near && depth < DEEPEST) {
    between(curve, [t0, p0], [t, p], tolerance, depth + 1, into);
    between(curve, [t, p], [t1, p1], tolerance, depth + 1, into);
    return;
  }
  into.push(p1);
}

/** Returns points of a curve from `from` to `to`, with no chord further than `tolerance` (drawing units) from it. */
export function flatten(curve: (t: number) => Point3, from: number, to: number, tolerance: number): Point3[] {
  const first = curve(from);
  const points = [first];
  between(curve, [from, first], [to, curve(to)], tolerance, 0, points);
  return points;
}
