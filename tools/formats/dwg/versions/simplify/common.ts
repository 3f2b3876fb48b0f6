import { type BlockRecord, type Entity, Polyline2D, Polyline3D, Vertex2D, Vertex3D, XYZ } from '@node-projects/acad-ts';
import { type Point3, point, unit } from '../geometry.ts';

/** Replacement of an entity that a release does not support. */
export interface Replacement {
  readonly kind: 'approximated' | 'dropped';
  /** Entities that are drawn instead, in this order; empty if the entity is dropped. */
  readonly entities: readonly Entity[];
}

/** Adds an anonymous block (`*X1`) to the drawing, with these entities at the origin. */
export type BlockMaker = (entities: readonly Entity[]) => BlockRecord;

export const DROPPED: Replacement = { kind: 'dropped', entities: [] };

/** Returns a replacement by these entities; the entity is dropped if there are none. */
export function approximated(entities: readonly Entity[]): Replacement {
  return entities.length === 0 ? DROPPED : { kind: 'approximated', entities };
}

export function xyz(p: Point3): XYZ {
  return new XYZ(p.x, p.y, p.z);
}

/** Gives `entity` the layer, colour, linetype and visibility of the one that it replaces. */
export function likewise<E extends Entity>(entity: E, source: Entity): E {
  entity.layer = source.layer;
  entity.lineType = source.lineType;
  entity.color = source.color;
  entity.lineTypeScale = source.lineTypeScale;
  entity.lineWeight = source.lineWeight;
  entity.isInvisible = source.isInvisible;
  return entity;
}

export interface BulgedPoint {
  readonly x: number;
  readonly y: number;
  readonly bulge?: number;
  readonly startWidth?: number;
  readonly endWidth?: number;
}

export interface PlanarShape {
  readonly closed: boolean;
  /** z of all points, in the coordinate system of `normal`. */
  readonly elevation: number;
  readonly normal: Point3;
}

/** Returns a POLYLINE in a plane; its points are in the coordinate system of the normal. */
export function planarPolyline(source: Entity, points: readonly BulgedPoint[], shape: PlanarShape): Polyline2D {
  const polyline = likewise(new Polyline2D(), source);
  polyline.isClosed = shape.closed;
  polyline.elevation = shape.elevation;
  polyline.normal = xyz(unit(shape.normal));
  for (const p of points) {
    const vertex = likewise(new Vertex2D(new XYZ(p.x, p.y, shape.elevation)), source);
    vertex.bulge = p.bulge ?? 0;
    vertex.startWidth = p.startWidth ?? 0;
    vertex.endWidth = p.endWidth ?? 0;
    polyline.vertices.push(vertex);
  }
  return polyline;
}

/** Returns a polyline through points in world coordinates: flat if they are (it then has linetypes), else in 3D. */
export function worldPolyline(source: Entity, points: readonly Point3[], closed = false): Polyline2D | Polyline3D {
  const z = points[0]?.z ?? 0;
  if (points.every((p) => Math.abs(p.z - z) < 1e-9)) {
    return planarPolyline(source, points, { closed, elevation: z, normal: point(0, 0, 1) });
  }
  const polyline = likewise(new Polyline3D(), source);
  polyline.isClosed = closed;
  for (const p of points) polyline.vertices.push(likewise(new Vertex3D(xyz(p)), source));
  return polyline;
}

/** Does the same as `worldPolyline`, and returns none for fewer than two points. */
export function worldPolylines(source: Entity, points: readonly Point3[], closed = false): Entity[] {
  return points.length < 2 ? [] : [worldPolyline(source, points, closed)];
}
