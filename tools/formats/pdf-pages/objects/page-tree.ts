import { ConversionError } from '../../../../src/task/errors.ts';
import type { PdfObjects } from './objects.ts';
import { pushReversed } from './trees.ts';
import { type Dict, isRef, type Ref, type Value } from './values.ts';

const MOST_PAGES = 1_000_000;

/** Inherited keys (ISO 32000-1, table 30). */
const INHERITED = ['/Resources', '/MediaBox', '/CropBox', '/Rotate'];

/** Page trees of honest files are a few nodes deep. */
const MAX_DEPTH = 64;

/**
 * Returns the pages of a document, in their order, as qpdf counts them: kids that are not dictionaries are ignored, and a page that the
 * tree names several times is repeated.
 */
export function pagesOf(objects: PdfObjects): Ref[] {
  const root = objects.catalog['/Pages'];
  const pages: Ref[] = [];
  const seen = new Set<Value>([root ?? null]);
  const waiting: Value[] = [];
  pushReversed(waiting, objects.items(objects.entries(root)['/Kids']));
  while (waiting.length > 0 && pages.length < MOST_PAGES) {
    const node = waiting.pop() ?? null;
    const dict = objects.dict(node);
    const kids = dict?.['/Kids'];
    if (kids === undefined) {
      if (dict !== null && isRef(node)) pages.push(node);
      continue;
    }
    // A tree that contains itself has no end.
    if (isRef(node)) {
      if (seen.has(node)) continue;
      seen.add(node);
    }
    pushReversed(waiting, objects.items(kids));
  }
  return pages;
}

/** Does the same. Throws ConversionError `input_damaged` if there are no pages. */
export function somePagesOf(objects: PdfObjects): Ref[] {
  const pages = pagesOf(objects);
  if (pages.length === 0) throw new ConversionError('input_damaged', 'The PDF has no pages.');
  return pages;
}

/** Returns a page with the entries that it inherits. */
export function withInherited(objects: PdfObjects, page: Dict): Dict {
  const inherited: Record<string, Value> = {};
  let node: Dict | null = page;
  for (let depth = 0; node !== null && depth < MAX_DEPTH; depth++) {
    for (const key of INHERITED) {
      const value: Value | undefined = node[key];
      if (value !== undefined && value !== null && inherited[key] === undefined) inherited[key] = value;
    }
    node = isRef(node['/Parent']) ? objects.dict(node['/Parent']) : null;
  }
  return { ...page, ...inherited };
}

/** Returns the parent of pages that are passed to setPages later. */
export function rootOfPages(objects: PdfObjects): Ref {
  const root = objects.catalog['/Pages'];
  if (isRef(root) && objects.dict(root) !== null) return root;
  const made = objects.reserve();
  objects.changeCatalog({ '/Pages': made });
  return made;
}

/** Makes these the pages of the document. Each needs the root as its /Parent, and all its inherited entries. */
export function setPages(objects: PdfObjects, pages: readonly Ref[]): void {
  objects.set(rootOfPages(objects), { '/Type': '/Pages', '/Kids': pages, '/Count': pages.length });
}

/** Makes a page's resources a reference, so that several pages can share them. */
export function sharedResources(objects: PdfObjects, page: Dict): Dict {
  const resources = page['/Resources'];
  return isRef(resources) ? page : { ...page, '/Resources': objects.add(objects.entries(resources)) };
}
