import { type CadDocument, ObjectType, Polyline, Vertex } from '@node-projects/acad-ts';

/**
 * Removes vertices outside of a polyline or of unknown kind, and polylines without vertices: no program could write or draw them.
 * @param unread counts what is removed, by type
 */
export function removeStrayVertices(document: CadDocument, unread: Map<string, number>): void {
  const count = (type: string) => unread.set(type, (unread.get(type) ?? 0) + 1);
  for (const { entities } of document.blockRecords ?? []) {
    for (const entity of [...entities]) {
      if (entity instanceof Polyline) removeUnknown(entity, count);
      const type = entity instanceof Vertex ? 'VERTEX' : isEmpty(entity) ? 'POLYLINE' : null;
      if (type === null) continue;
      entities.remove(entity);
      count(type);
    }
  }
}

const isEmpty = (entity: unknown): boolean => entity instanceof Polyline && entity.vertices.length === 0;

/** The reader knows a vertex by its parts; it keeps no position for one without parts. */
function removeUnknown({ vertices }: Polyline, count: (type: string) => void): void {
  for (let at = vertices.length - 1; at >= 0; at -= 1) {
    if (vertices[at]?.objectType !== ObjectType.INVALID) continue;
    vertices.splice(at, 1);
    count('VERTEX');
  }
}
