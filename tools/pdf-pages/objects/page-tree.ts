import { ConversionError } from '../../../src/task/errors.ts';
import type { PdfObjects } from './objects.ts';
import { pushReversed } from './trees.ts';
import { type Dict, isRef, type Ref, type Value } from './values.ts';

const MOST_PAGES = 1_000_000;

/** ISO 32000-1, table 30. */
const INHERITED = ['/Resources', '/MediaBox', '/CropBox', '/Rotate'];

/** Page trees of honest files are a few nodes deep. */
const MAX_DEPTH = 64;

/**
 * The pages of a document, in their order, as qpdf counts them: what is not a dictionary is none. One that the tree names several
 * times is there as often.
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
    // A tree that holds itself has no end.
    if (isRef(node)) {
      if (seen.has(node)) continue;
      seen.add(node);
    }
    pushReversed(waiting, objects.items(kids));
  }
  return pages;
}

/** The same. Throws ConversionError `input_damaged` if there are none. */
export function somePagesOf(objects: PdfObjects): Ref[] {
  const pages = pagesOf(objects);
  if (pages.length === 0) throw new ConversionError('input_damaged', 'The PDF has no pages.');
  return pages;
}

/** A page with what it has of the nodes that it is below. */
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

/** The parent of pages that setPages is called with later. */
export function rootOfPages(objects: PdfObjects): Ref {
  const root = objects.catalog['/Pages'];
  if (isRef(root) && objects.dict(root) !== null) return root;
  const made = objects.reserve();
  objects.changeCatalog({ '/Pages': made });
  return made;
}

/** Makes these the pages of the document. Each needs the root as its /Parent, and all that it inherited. */
export function setPages(objects: PdfObjects, pages: readonly Ref[]): void {
  objects.set(rootOfPages(objects), { '/Type': '/Pages', '/Kids': pages, '/Count': pages.length });
}

/** A page's resources as a reference, so that several pages can have them. */
export function sharedResources(objects: PdfObjects, page: Dict): Dict {
  const resources = page['/Resources'];
  return isRef(resources) ? page : { ...page, '/Resources': objects.add(objects.entries(resources)) };
}
