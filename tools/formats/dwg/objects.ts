import { CadDictionary, type CadDocument, type CadObject, Insert } from '@node-projects/acad-ts';

/** Yields all objects that can have a dictionary: tables, their entries, blocks, entities and attributes. */
export function* placedObjects(document: CadDocument): Generator<CadObject> {
  const { appIds, blockRecords, dimensionStyles, layers, lineTypes, textStyles, uCSs, vPorts, views } = document;
  for (const table of [appIds, blockRecords, dimensionStyles, layers, lineTypes, textStyles, uCSs, vPorts, views]) {
    if (table === null) continue;
    yield table;
    yield* table;
  }
  for (const record of blockRecords ?? []) {
    yield record.blockEntity;
    yield record.blockEnd;
    for (const entity of record.entities) {
      yield entity;
      if (entity instanceof Insert) yield* entity.attributes;
    }
  }
}

/** Yields every dictionary of a drawing: the root, those of objects, and nested ones. */
export function* dictionariesOf(document: CadDocument): Generator<CadDictionary> {
  const seen = new Set<CadDictionary>();
  const waiting: CadObject[] = [...(document.rootDictionary === null ? [] : [document.rootDictionary])];
  for (const object of placedObjects(document)) if (object.xDictionary !== null) waiting.push(object.xDictionary);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.xDictionary !== null) waiting.push(next.xDictionary);
    if (!(next instanceof CadDictionary) || seen.has(next)) continue;
    seen.add(next);
    yield next;
    // Entries that a repair has removed are not searched.
    for (const entry of next) waiting.push(entry);
  }
}
