import {
  AttributeEntity,
  type CadDocument,
  Color,
  type Entity,
  Insert,
  PolyfaceMesh,
  Polyline,
  Seqend,
  type SeqendCollection,
  Spline,
  SplineFlags,
  Viewport,
  type XYZ,
} from '@node-projects/acad-ts';
import { giveHandle } from '../handles.ts';
import { restoreView } from '../versions/viewport-view.ts';

/* Repairs of drawings after acad-ts 3.2.0 has read them, one function each. */

/** Adds what the readers of acad-ts leave out. Must be called for every drawing that was read. */
export function repairReadDocument(document: CadDocument): void {
  attachAttributes(document);
  for (const block of document.blockRecords ?? []) {
    for (const entity of block.entities) if (entity instanceof Viewport) restoreView(entity, document);
  }
}

/** Adds what the writers of acad-ts need. Must be called before acad-ts writes a drawing. */
export function repairDocument(document: CadDocument): void {
  for (const block of document.blockRecords ?? []) {
    for (const entity of block.entities) {
      giveAmbientColor(entity);
      markPlanar(entity);
      if (entity instanceof Polyline) {
        // R12 files may have no handles.
        const faces = entity instanceof PolyfaceMesh ? entity.faces : [];
        for (const part of [...entity.vertices, ...faces]) giveHandle(part, document);
        giveSeqend(entity, entity.vertices, document);
      }
      if (entity instanceof Insert) giveSeqend(entity, entity.attributes, document);
    }
  }
}

/**
 * Attributes of R12 files, and the ends of attributes and polylines of others, are siblings of the entity that owns them: attributes are
 * moved to the INSERT before them.
 */
export function attachAttributes(document: CadDocument): void {
  for (const block of document.blockRecords ?? []) {
    let insert: Insert | null = null;
    for (const entity of [...block.entities]) {
      if (entity instanceof Seqend) {
        block.entities.remove(entity);
      } else if (entity instanceof AttributeEntity) {
        block.entities.remove(entity);
        if (insert === null) continue;
        insert.attributes.push(entity);
        entity.owner = insert;
        giveHandle(entity, document);
      } else {
        insert = entity instanceof Insert ? entity : null;
        if (insert !== null) takeSeqend(insert.attributes);
        if (entity instanceof Polyline) takeSeqend(entity.vertices);
      }
    }
  }
}

/** Takes the end of attributes and vertices out of the list: from DXF it is read as one of them. */
function takeSeqend(attributes: SeqendCollection<Entity>): void {
  const at = attributes.findIndex((entity) => entity instanceof Seqend);
  if (at < 0) return;
  const [seqend = null] = attributes.splice(at, 1);
  attributes.seqend ??= seqend;
}

/** Viewports of files before 2007 have no ambient colour, without which the DWG writer fails. */
function giveAmbientColor(entity: Entity): void {
  if (entity instanceof Viewport) entity.ambientLightColor ??= new Color(250);
}

/**
 * A list of vertices or attributes needs an end with a handle; files read from DXF have none, or R12's without a handle. In damaged files
 * the reference to it leads to some other object.
 */
function giveSeqend(owner: Entity, parts: SeqendCollection<Entity>, document: CadDocument): void {
  if ([...parts].length === 0) return;
  if (parts.seqend instanceof Seqend) {
    giveHandle(parts.seqend, document);
    return;
  }
  const seqend = new Seqend();
  seqend.layer = owner.layer;
  seqend.owner = owner;
  parts.seqend = seqend;
  giveHandle(seqend, document);
}

/** DXF says that a spline is planar; DWG does not. */
function markPlanar(entity: Entity): void {
  if (!(entity instanceof Spline)) return;
  if (isPlanar([...entity.controlPoints, ...entity.fitPoints])) entity.flags |= SplineFlags.Planar;
}

/** Tolerance relative to the size of the curve. */
const FLAT = 1e-9;

function isPlanar(points: readonly XYZ[]): boolean {
  const [origin, ...others] = points;
  if (origin === undefined) return false;
  const vectors = others.map((point) => minus(point, origin));
  const longest = vectors.reduce((best, vector) => (length(vector) > length(best) ? vector : best), ZERO);
  const normal = vectors
    .map((vector) => cross(longest, vector))
    .reduce((best, vector) => (length(vector) > length(best) ? vector : best), ZERO);
  const size = length(longest);
  return vectors.every((vector) => Math.abs(dot(vector, normal)) <= FLAT * size * length(normal));
}

type Vector = readonly [x: number, y: number, z: number];
const ZERO: Vector = [0, 0, 0];
const minus = (one: XYZ, other: XYZ): Vector => [one.x - other.x, one.y - other.y, one.z - other.z];
const dot = (one: Vector, other: Vector): number => one[0] * other[0] + one[1] * other[1] + one[2] * other[2];
const length = (vector: Vector): number => Math.sqrt(dot(vector, vector));
const cross = ([a, b, c]: Vector, [d, e, f]: Vector): Vector => [b * f - c * e, c * d - a * f, a * e - b * d];
