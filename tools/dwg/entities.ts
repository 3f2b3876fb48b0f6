import { type CadDocument, type Entity, Seqend, UnknownEntity } from '@node-projects/acad-ts';

/** The entities of a drawing, of all its blocks and layouts; attributes and vertices belong to theirs. */
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

/** The DXF name of an entity's type, upper case: `MULTILEADER`. */
export function typeOf(entity: Entity): string {
  if (entity instanceof UnknownEntity) return entity.objectName.toUpperCase();
  return entity.objectName.toUpperCase();
}
