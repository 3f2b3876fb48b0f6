import { type Dict, isRef, type PdfObjects, type Ref, without } from './objects.ts';

/** The parent of pages that setPages is called with later. */
export function rootOfPages(objects: PdfObjects): Ref {
  const root = objects.catalog['/Pages'];
  if (isRef(root) && objects.dict(root) !== null) return root;
  const made = objects.reserve();
  objects.set(objects.catalogRef, { ...objects.catalog, '/Pages': made });
  return made;
}

/** Makes these the pages of the document. Each needs the root as its /Parent, and all that it inherited. */
export function setPages(objects: PdfObjects, pages: readonly Ref[]): void {
  objects.set(rootOfPages(objects), { '/Type': '/Pages', '/Kids': pages, '/Count': pages.length });
}

/** Numbers of pages that are no longer there. Returns whether there were any. */
export function dropPageLabels(objects: PdfObjects): boolean {
  if (objects.catalog['/PageLabels'] === undefined) return false;
  changeCatalog(objects, (catalog) => without(catalog, '/PageLabels'));
  return true;
}

export function changeCatalog(objects: PdfObjects, change: (catalog: Dict) => Dict): void {
  objects.set(objects.catalogRef, change(objects.catalog));
}

/** A page's resources as a reference, so that several pages can have them. */
export function sharedResources(objects: PdfObjects, page: Dict): Dict {
  const resources = page['/Resources'];
  return isRef(resources) ? page : { ...page, '/Resources': objects.add(objects.dict(resources) ?? {}) };
}
