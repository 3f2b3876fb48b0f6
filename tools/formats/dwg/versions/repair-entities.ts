import { type CadDocument, type Entity, KnotParametrization, MText, Spline, XYZ } from '@node-projects/acad-ts';

function repair(entity: Entity): void {
  // Before 2013 acad-ts writes the control points of a spline whose fit points are not spaced by chords, even if there are none.
  if (entity instanceof Spline && entity.controlPoints.length === 0) {
    entity.knotParametrization = KnotParametrization.Chord;
  }
  // The DXF reader leaves a zero direction if the text is not turned.
  if (entity instanceof MText && entity.alignmentPoint.getLength() === 0) entity.alignmentPoint = new XYZ(1, 0, 0);
}

/** Repairs what acad-ts would write in a way that other programs do not read. */
export function repairEntities(document: CadDocument): void {
  for (const block of document.blockRecords ?? []) for (const entity of block.entities) repair(entity);
}
