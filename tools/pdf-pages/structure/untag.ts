import { Destinations } from './destinations.ts';
import { isDictionary, isReference, type PdfDictionary, type PdfObjects } from './pdf-json.ts';

/**
 * Cuts the pages after the first `pages` ones, and what is on them, off from the tags of the document: they came from other
 * documents, so their numbers (/StructParents) would name tags of the first one's pages.
 */
export function untag(objects: PdfObjects, pages: number): void {
  if (objects.catalog['/StructTreeRoot'] === undefined) return;
  for (const page of new Destinations(objects).pages.slice(pages)) {
    const dictionary = objects.dictionary(page);
    const annotations = objects.array(dictionary['/Annots']);
    const { '/StructParents': tags, ...rest } = dictionary;
    const direct = annotations.some((one) => isDictionary(one) && one['/StructParent'] !== undefined);
    for (const annotation of annotations.filter(isReference)) untagAnnotation(annotation, objects);
    if (direct) {
      const cut = annotations.map((one) => (isDictionary(one) ? withoutTag(one) : one));
      objects.set(page, { ...rest, '/Annots': cut });
    } else if (tags !== undefined) objects.set(page, rest);
  }
}

function untagAnnotation(reference: string, objects: PdfObjects): void {
  const annotation = objects.dictionary(reference);
  if (annotation['/StructParent'] !== undefined) objects.set(reference, withoutTag(annotation));
}

function withoutTag({ '/StructParent': _tag, ...rest }: PdfDictionary): PdfDictionary {
  return rest;
}
