import { CadDictionary, type CadDocument, Group } from '@node-projects/acad-ts';

/** Removes entities that are no longer in the drawing from groups, and groups that become empty. */
export function pruneGroups(document: CadDocument): void {
  const groups = document.rootDictionary?.getEntry(CadDictionary.acadGroup);
  if (!(groups instanceof CadDictionary)) return;
  for (const name of groups.entryNames) {
    const group = groups.get(name);
    if (!(group instanceof Group)) continue;
    const gone = [...group.entities].filter(({ owner }) => owner === null);
    if (gone.length === 0) continue;
    for (const entity of gone) group.remove(entity);
    if ([...group.entities].length === 0) groups.remove(name);
  }
}
