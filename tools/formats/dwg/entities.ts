import { type CadDocument, type Entity, Seqend, UnknownEntity } from '@node-projects/acad-ts';

/** Yields the entities of all blocks and layouts of a drawing, without attributes and vertices, which belong to entities. */
export function* entitiesOf(document: CadDocument): Generator<Entity> {
  for (const block of document.blockRecords ?? []) {
    for (const entity of block.entities) if (!(entity instanceof Seqend)) yield entity;
  }
}

export function countEntities(document: CadDocument): number {
  let count = 0;
  for (const _ of entitiesOf(document)) count++;
  return count;
}

/** Returns the DXF name of an entity's type, upper case: `MULTILEADER`. */
export function typeOf(entity: Entity): string {
  if (entity instanceof UnknownEntity) return entity.objectName.toUpperCase();
  return entity.objectName.toUpperCase();
}
