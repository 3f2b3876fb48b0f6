import type { CadDocument, CadObject } from '@node-projects/acad-ts';

/** Gives an object without a handle the next handle of the drawing. */
export function giveHandle(object: CadObject, document: CadDocument): void {
  if (object.handle !== 0 || document.header === null) return;
  object.handle = document.header.handleSeed;
  document.header.handleSeed += 1;
}
