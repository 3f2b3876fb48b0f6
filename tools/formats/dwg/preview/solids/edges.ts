import { type Nurbs, nurbsPoints } from '../../versions/curves.ts';
import {
  cross,
  distance,
  dot,
  flatten,
  length,
  ORIGIN,
  type Point3,
  plus,
  point,
  unit,
} from '../../versions/geometry.ts';
import type { ModelRecord, Value } from './records.ts';

/* Finds the visible lines of a solid (ACIS's save file format, "SAT"): where its faces meet. */

const FULL_TURN = 2 * Math.PI;
/** Largest distance of a chord from its curve, as a share of the curve's size. */
const TOLERANCE = 1 / 2000;
/** Largest distance of ends of a curve that count as the same, as a share of its size. */
const NEAR = 1e-6;

/** Returns the edges of a model as lines of points, in world coordinates; outlines for spheres and rings without edges. */
export function modelLines(records: readonly ModelRecord[]): Point3[][] {
  const place = transformOf(records.find(({ type }) => type === 'transform'));
  const lines = records.flatMap((record) => {
    if (/(^|-)edge$/.test(record.type)) return [edgeLine(record, records)];
    if (record.type === 'sphere-surface') return [sphereLine(record)];
    return record.type === 'torus-surface' ? torusLines(record) : [];
  });
  return lines.filter((line) => line.length > 1).map((line) => line.map(place));
}

const numbersOf = (values: readonly Value[]): number[] =>
  values.flatMap(({ kind, value }) => (kind === 'number' ? [value] : []));

/** Returns a record's own data, which follows the records that it refers to. */
function own({ values }: ModelRecord): readonly Value[] {
  const last = values.findLastIndex(({ kind }) => kind === 'record');
  return values.slice(last + 1);
}

const at = (numbers: readonly number[], from: number): Point3 =>
  point(numbers[from] ?? Number.NaN, numbers[from + 1] ?? Number.NaN, numbers[from + 2] ?? Number.NaN);

/** The record has three rows of rotation, a translation, and a scale. */
function transformOf(record: ModelRecord | undefined): (p: Point3) => Point3 {
  const numbers = record === undefined ? [] : numbersOf(own(record));
  if (numbers.length < 13) return (p) => p;
  // Newer models begin with a number; binary ones end with three numbers for rotation, reflection and shear.
  if (numbers.length === 14 || numbers.length === 17) numbers.shift();
  const [x, y, z, move] = [at(numbers, 0), at(numbers, 3), at(numbers, 6), at(numbers, 9)];
  const scale = numbers[12] ?? 1;
  return (p) => plus(move, plus(plus(plus(ORIGIN, x, p.x), y, p.y), z, p.z), scale);
}

const recordAt = (records: readonly ModelRecord[], { kind, value }: Value): ModelRecord | undefined =>
  kind === 'record' ? records[value] : undefined;

function edgeLine(edge: ModelRecord, records: readonly ModelRecord[]): Point3[] {
  const named = edge.values.flatMap((value) => recordAt(records, value) ?? []);
  const [start, end] = named
    .filter(({ type }) => /(^|-)vertex$/.test(type))
    .flatMap((vertex) =>
      vertex.values.flatMap((value) => recordAt(records, value) ?? []).filter(({ type }) => type === 'point'),
    )
    .map((record) => at(numbersOf(own(record)), 0));
  const curve = named.find(({ type }) => type.endsWith('-curve'));
  if (start === undefined || end === undefined) return [];
  const isReversed = edge.values.some(({ value }) => value === 'reversed');
  if (curve?.type === 'ellipse-curve') return arcLine(numbersOf(own(curve)), start, end, isReversed);
  if (curve?.type === 'intcurve-curve') return splineLine(curve, start, end) ?? [start, end];
  return [start, end];
}

/** The numbers are centre, normal, major axis, and the ratio of the minor axis to it. */
function arcLine(numbers: readonly number[], start: Point3, end: Point3, isReversed: boolean): Point3[] {
  const [center, normal, major] = [at(numbers, 0), at(numbers, 3), at(numbers, 6)];
  const ratio = numbers[9] ?? 1;
  const size = length(major);
  const across = unit(cross(normal, major));
  const minor = plus(ORIGIN, across, size * ratio);
  const angle = (p: Point3): number => {
    const way = plus(p, center, -1);
    return Math.atan2(dot(way, across) / ratio, dot(way, major) / size);
  };
  const curve = (t: number): Point3 => plus(plus(center, major, Math.cos(t)), minor, Math.sin(t));
  const from = angle(start);
  let to = angle(end);
  const isWhole = distance(start, end) < size * NEAR;
  if (isReversed) while (to >= from - (isWhole ? 0 : 1e-9)) to -= FULL_TURN;
  else while (to <= from + (isWhole ? 0 : 1e-9)) to += FULL_TURN;
  return flatten(curve, from, to, size * TOLERANCE);
}

/** Returns the part of a B-spline curve between two points; null if it has no supported curve. */
function splineLine(curve: ModelRecord, start: Point3, end: Point3): Point3[] | null {
  const nurbs = nurbsIn(own(curve));
  const points = nurbs === null ? [] : nurbsPoints(nurbs);
  if (points.length < 2) return null;
  const nearest = (to: Point3): number =>
    points.reduce((best, each, index) => (distance(each, to) < distance(points[best] ?? each, to) ? index : best), 0);
  const [one, other] = [nearest(start), nearest(end)];
  if (one === other) return points;
  const part = points.slice(Math.min(one, other) + 1, Math.max(one, other));
  return one < other ? [start, ...part, end] : [start, ...part.toReversed(), end];
}

/** Parses `nurbs 3 open 2 0 3 1 3 …`: degree, form, knots with their multiplicities (one less at the ends), control points. */
function nurbsIn(values: readonly Value[]): Nurbs | null {
  const from = values.findIndex(({ value }) => value === 'nubs' || value === 'nurbs');
  if (from < 0) return null;
  const isRational = values[from]?.value === 'nurbs';
  const numbers = numbersOf(values.slice(from + 1));
  const degree = numbers.shift() ?? 0;
  // The form is a word in text models, and a number in binary ones.
  if (values[from + 2]?.kind === 'number') numbers.shift();
  const count = numbers.shift() ?? 0;
  if (!(degree >= 1) || degree > 25 || !(count >= 2) || 2 * count > numbers.length) return null;
  const knots = Array.from({ length: count }, (_, index) => ({
    value: numbers[2 * index] ?? 0,
    times: (numbers[2 * index + 1] ?? 1) + (index === 0 || index === count - 1 ? 1 : 0),
  }));
  // A knot's multiplicity is at most the degree plus one; more would waste memory.
  if (!knots.every(({ times }) => times >= 1 && times <= degree + 1)) return null;
  const total = knots.reduce((sum, { times }) => sum + times, 0);
  const size = isRational ? 4 : 3;
  const rest = numbers.slice(2 * count);
  const points = total - degree - 1;
  if (!(points > degree) || points * size > rest.length) return null;
  const indices = Array.from({ length: points }, (_, index) => index * size);
  return {
    degree,
    knots: knots.flatMap(({ value, times }) => Array.from({ length: times }, () => value)),
    controlPoints: indices.map((index) => at(rest, index)),
    weights: indices.map((index) => (isRational ? (rest[index + 3] ?? 1) : 1)),
  };
}

const circle = (center: Point3, radius: number, x: Point3, y: Point3): Point3[] =>
  flatten(
    (t) => plus(plus(center, x, radius * Math.cos(t)), y, radius * Math.sin(t)),
    0,
    FULL_TURN,
    radius * TOLERANCE,
  );

/** Returns its largest circle, as seen from above. */
function sphereLine(record: ModelRecord): Point3[] {
  const numbers = numbersOf(own(record));
  const radius = Math.abs(numbers[3] ?? 0);
  return radius > 0 ? circle(at(numbers, 0), radius, point(1, 0), point(0, 1)) : [];
}

/** Returns its outer and inner circle. */
function torusLines(record: ModelRecord): Point3[][] {
  const numbers = numbersOf(own(record));
  const [center, normal] = [at(numbers, 0), unit(at(numbers, 3))];
  const [major, minor] = [numbers[6] ?? 0, Math.abs(numbers[7] ?? 0)];
  const x = unit(cross(Math.abs(normal.z) < 0.9 ? point(0, 0, 1) : point(0, 1), normal));
  const y = cross(normal, x);
  return [major + minor, major - minor].filter((radius) => radius > 0).map((radius) => circle(center, radius, x, y));
}
