import { CadDictionary, type Insert, type Matrix4, SpatialFilter, XRecord } from '@node-projects/acad-ts';
import { type Point3, point } from '../versions/geometry.ts';
import { type Affine, placed } from './affine.ts';
import { boxAround } from './boxes.ts';
import { type Path, type Point2, straight } from './shapes.ts';

/** Returns the boundary that clips a block reference (XCLIP), if clipping is on. */
export function clipOf(insert: Insert): SpatialFilter | null {
  const filters = insert.xDictionary?.getEntry('ACAD_FILTER');
  const filter = filters instanceof CadDictionary ? filters.getEntry(SpatialFilter.spatialFilterEntryName) : null;
  // acad-ts calls group code 71 the display of the boundary, but it is whether it clips.
  return filter instanceof SpatialFilter && filter.displayBoundary && filter.boundaryPoints.length >= 2 ? filter : null;
}

/**
 * Returns the region of a clipping boundary, by the even-odd rule.
 * @param block position of the block's coordinates
 */
export function clipRegion(filter: SpatialFilter, block: Affine): Path[] {
  const hidden = invertedBoundary(filter);
  const rings =
    hidden === null ? [cornersOf(filter.boundaryPoints)] : [frameAround(filter.boundaryPoints), cornersOf(hidden)];
  const place = (corner: Point2) =>
    placed(block, transformed(filter.inverseInsertTransform, point(corner.x, corner.y)));
  return rings.flatMap((ring) => straight(ring.map(place), true) ?? []);
}

/** Two points are opposite corners of a rectangle. */
function cornersOf(points: readonly Point2[]): readonly Point2[] {
  const [one, other] = points;
  if (points.length !== 2 || one === undefined || other === undefined) return points;
  return [one, { x: other.x, y: one.y }, other, { x: one.x, y: other.y }];
}

const ROUND_TRIP = 'ACAD_INVERTEDCLIP_ROUNDTRIP';

/**
 * Returns the boundary of a clip that hides its inside, which AutoCAD stores next to the filter since 2010; null if the clip is not of this
 * kind. The filter itself then has a polygon around the whole block that excludes it, which older releases show, not always well.
 */
function invertedBoundary({ xDictionary }: SpatialFilter): readonly Point2[] | null {
  const record = xDictionary?.getEntry('ACAD_XREC_ROUNDTRIP');
  if (!(record instanceof XRecord)) return null;
  const start = record.entries.findIndex(({ code, value }) => code === 102 && value === ROUND_TRIP);
  if (start < 0) return null;
  const rest = record.entries.slice(start + 1);
  const end = rest.findIndex(({ code }) => code === 102);
  const points = rest
    .slice(0, end < 0 ? undefined : end)
    .flatMap(({ code, value }) => (code === 10 && isPoint(value) ? [value] : []));
  return points.length >= 2 ? points : null;
}

const isPoint = (value: unknown): value is Point2 =>
  typeof value === 'object' && value !== null && 'x' in value && 'y' in value;

/** Distance around a block at which it certainly ends, in sizes of its clip. */
const FAR = 10;

function frameAround(points: readonly Point2[]): readonly Point2[] {
  const box = boxAround(points);
  if (box === null) return [];
  const far = FAR * Math.max(box.high.x - box.low.x, box.high.y - box.low.y);
  return cornersOf([
    { x: box.low.x - far, y: box.low.y - far },
    { x: box.high.x + far, y: box.high.y + far },
  ]);
}

const transformed = (m: Matrix4, { x, y, z }: Point3): Point3 =>
  point(
    m.m00 * x + m.m01 * y + m.m02 * z + m.m03,
    m.m10 * x + m.m11 * y + m.m12 * z + m.m13,
    m.m20 * x + m.m21 * y + m.m22 * z + m.m23,
  );
