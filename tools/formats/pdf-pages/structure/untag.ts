import { Destinations } from '../objects/destinations.ts';
import type { PdfObjects } from '../objects/objects.ts';
import { type Dict, isDict, isRef, type Ref } from '../objects/values.ts';

/**
 * Detaches the pages after the first `pages` ones from the tags of the document: they came from other documents, so their numbers
 * (/StructParents) would name tags of the first document's pages.
 */
export function untag(objects: PdfObjects, pages: number): void {
  if (objects.catalog['/StructTreeRoot'] === undefined) return;
  for (const page of new Destinations(objects).pages.slice(pages)) {
    const dictionary = objects.entries(page);
    const annotations = objects.items(dictionary['/Annots']);
    const { '/StructParents': tags, ...rest } = dictionary;
    const direct = annotations.some((one) => isDict(one) && one['/StructParent'] !== undefined);
    for (const annotation of annotations.filter(isRef)) untagAnnotation(annotation, objects);
    if (direct) {
      const cut = annotations.map((one) => (isDict(one) ? withoutTag(one) : one));
      objects.set(page, { ...rest, '/Annots': cut });
    } else if (tags !== undefined) objects.set(page, rest);
  }
}

function untagAnnotation(reference: Ref, objects: PdfObjects): void {
  const annotation = objects.entries(reference);
  if (annotation['/StructParent'] !== undefined) objects.set(reference, withoutTag(annotation));
}

function withoutTag({ '/StructParent': _tag, ...rest }: Dict): Dict {
  return rest;
}
