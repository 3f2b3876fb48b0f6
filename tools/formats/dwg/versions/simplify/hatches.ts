import { type Entity, type Hatch, type HatchPatternLine, Insert, Line, Solid } from '@node-projects/acad-ts';
import { axesOf, distance, dot, type Point3, plain, plus, point, toWorld } from '../geometry.ts';
import { type BlockMaker, likewise, planarPolyline, xyz } from './common.ts';
import { boundaryEdges, chained, type Segment, segmentsOf } from './hatch-loops.ts';

/** Largest number of pieces that are drawn; beyond it, the boundary replaces the hatch. */
const MOST_PIECES = 20_000;

/** Returns the pairs of crossings between which a line is inside, by the even-odd rule. */
function insides(crossings: number[]): (readonly [number, number])[] {
  crossings.sort((a, b) => a - b);
  const pairs: (readonly [number, number])[] = [];
  for (let i = 0; i + 1 < crossings.length; i += 2) pairs.push([crossings[i] ?? 0, crossings[i + 1] ?? 0]);
  return pairs;
}

/** Returns the dashes of a pattern line between two places on it; `phase` is a place where the pattern begins. */
function dashes(lengths: readonly number[], phase: number, [from, to]: readonly [number, number]): [number, number][] {
  const period = lengths.reduce((sum, dash) => sum + Math.abs(dash), 0);
  if (period <= 0) return [[from, to]];
  const result: [number, number][] = [];
  let at = phase + Math.floor((from - phase) / period) * period;
  while (at < to && result.length <= MOST_PIECES) {
    for (const dash of lengths) {
      // A dot has no length, so it gets a visible one.
      const end = at + (dash === 0 ? period / 100 : Math.abs(dash));
      if (dash >= 0 && end > from && at < to) result.push([Math.max(at, from), Math.min(end, to)]);
      at += Math.abs(dash);
    }
  }
  return result;
}

/** Returns the pieces of one family of parallel pattern lines within the boundary; null if there are too many. */
function familyPieces(family: HatchPatternLine, segments: readonly Segment[], room: number): Segment[] | null {
  const along = point(Math.cos(family.angle), Math.sin(family.angle));
  const across = point(-along.y, along.x);
  const base = point(family.basePoint.x, family.basePoint.y);
  const offset = point(family.offset.x, family.offset.y);
  const spacing = dot(offset, across);
  if (Math.abs(spacing) < 1e-12) return [];
  const crossings = new Map<number, number[]>();
  let count = 0;
  for (const [p, q] of segments) {
    const fp = dot(plus(p, base, -1), across) / spacing;
    const fq = dot(plus(q, base, -1), across) / spacing;
    // Half-open, so that a corner on a line counts once.
    const first = Math.ceil(Math.min(fp, fq));
    const last = Math.ceil(Math.max(fp, fq)) - 1;
    count += Math.max(0, last - first + 1);
    if (count > 2 * room) return null;
    for (let line = first; line <= last; line++) {
      const place = plus(p, plus(q, p, -1), (line - fp) / (fq - fp));
      const list = crossings.get(line) ?? [];
      list.push(dot(place, along));
      crossings.set(line, list);
    }
  }
  const pieces: Segment[] = [];
  for (const [line, places] of crossings) {
    const start = plus(base, offset, line);
    const phase = dot(start, along);
    for (const inside of insides(places)) {
      for (const [from, to] of dashes(family.dashLengths, phase, inside)) {
        pieces.push([plus(start, along, from - phase), plus(start, along, to - phase)]);
        if (pieces.length > room) return null;
      }
    }
  }
  return pieces;
}

/** Returns the lines of a pattern hatch, in its plane; null if there are too many. */
function patternPieces(hatch: Hatch, segments: readonly Segment[]): Segment[] | null {
  const pieces: Segment[] = [];
  for (const family of hatch.pattern.lines) {
    const more = familyPieces(family, segments, MOST_PIECES - pieces.length);
    if (more === null) return null;
    pieces.push(...more);
  }
  return pieces;
}

type Quad = readonly [Point3, Point3, Point3, Point3];

/** Cuts a filled area into trapezoids at the height of each of its corners; null if there are too many. */
function trapezoids(segments: readonly Segment[]): Quad[] | null {
  const heights = [...new Set(segments.flatMap(([p, q]) => [p.y, q.y]))].sort((a, b) => a - b);
  if (heights.length * segments.length > 4_000_000) return null;
  const quads: Quad[] = [];
  for (const [index, low] of heights.entries()) {
    const high = heights[index + 1];
    if (high === undefined) break;
    const x = ([p, q]: Segment, y: number) => p.x + ((q.x - p.x) * (y - p.y)) / (q.y - p.y);
    const middle = (low + high) / 2;
    const crossing = segments
      .filter(([p, q]) => p.y < middle !== q.y < middle)
      .sort((a, b) => x(a, middle) - x(b, middle));
    for (let i = 0; i + 1 < crossing.length; i += 2) {
      const [left, right] = [crossing[i], crossing[i + 1]];
      if (left === undefined || right === undefined) break;
      const [a, b, c, d] = [x(left, low), x(right, low), x(left, high), x(right, high)];
      quads.push([point(a, low), point(b, low), point(c, high), point(d, high)]);
    }
    if (quads.length > MOST_PIECES) return null;
  }
  return quads;
}

function boundaryLines(hatch: Hatch, boundaries: readonly (readonly (readonly Point3[])[])[]): Entity[] {
  return boundaries.flatMap(chained).flatMap((points) => {
    const [first, last] = [points[0], points.at(-1)];
    if (first === undefined || last === undefined || points.length < 2) return [];
    const closed = points.length > 2 && distance(first, last) < 1e-6 * (1 + Math.abs(first.x) + Math.abs(first.y));
    const shape = { closed, elevation: hatch.elevation, normal: plain(hatch.normal) };
    return [planarPolyline(hatch, closed ? points.slice(0, -1) : points, shape)];
  });
}

function filling(hatch: Hatch, segments: readonly Segment[]): Entity[] {
  const axes = axesOf(plain(hatch.normal));
  const raised = (p: Point3) => point(p.x, p.y, hatch.elevation);
  if (hatch.isSolid || hatch.pattern.name.toUpperCase() === 'SOLID') {
    return (trapezoids(segments) ?? []).map(([a, b, c, d]) => {
      const solid = likewise(new Solid(), hatch);
      solid.firstCorner = xyz(raised(a));
      solid.secondCorner = xyz(raised(b));
      solid.thirdCorner = xyz(raised(c));
      solid.fourthCorner = xyz(raised(d));
      solid.normal = hatch.normal;
      return solid;
    });
  }
  return (patternPieces(hatch, segments) ?? []).map(([from, to]) =>
    likewise(new Line(xyz(toWorld(axes, raised(from))), xyz(toWorld(axes, raised(to)))), hatch),
  );
}

/**
 * Returns a HATCH as drawn by releases before R14: an anonymous block with its lines, or SOLIDs if it is filled. If it has none, or too
 * many, returns its boundary as POLYLINEs.
 */
export function hatchEntities(hatch: Hatch, makeBlock: BlockMaker): Entity[] {
  const boundaries = boundaryEdges(hatch);
  const drawn = filling(hatch, segmentsOf(boundaries));
  const content = drawn.length > 0 ? drawn : boundaryLines(hatch, boundaries);
  if (content.length === 0) return [];
  const insert = likewise(new Insert(), hatch);
  insert.block = makeBlock(content);
  return [insert];
}
