import { Destinations } from '../objects/destinations.ts';
import type { PdfObjects } from '../objects/objects.ts';
import { treeEntries } from '../objects/trees.ts';
import { type Dict, isArray, isDict, isRef, type Ref, type Value } from '../objects/values.ts';

/** Elements deeper than in any real document are dropped with their parents. */
const DEEPEST = 500;

/** Whether the document says how its text is to be read aloud. */
export const isTagged = (objects: PdfObjects): boolean => objects.dict(objects.catalog['/StructTreeRoot']) !== null;

/** Removes the tags (ISO 32000-2, 14.7) of dropped pages. They hold text, and a reader would take them for tags of other pages. */
export function dropLostTags(objects: PdfObjects): void {
  const reference = objects.catalog['/StructTreeRoot'];
  if (reference === undefined) return;
  const root = objects.entries(reference);
  const tree = new TagTree(objects);
  const kids = tree.keepKids(root['/K'], undefined, 1);
  if (!tree.isPruned) return;
  if (kids.length === 0) {
    objects.changeCatalog({ '/StructTreeRoot': null, '/MarkInfo': null });
    return;
  }
  const changed: Dict = {
    ...root,
    '/K': kids,
    ...(root['/ParentTree'] !== undefined && { '/ParentTree': parentTree(root, tree, objects) }),
    ...(root['/IDTree'] !== undefined && { '/IDTree': idTree(root, tree, objects) }),
  };
  if (isRef(reference)) objects.set(reference, changed);
  else objects.changeCatalog({ '/StructTreeRoot': changed });
}

/** Determines which elements stay. */
class TagTree {
  readonly #objects: PdfObjects;
  readonly #pages: ReadonlySet<string>;
  readonly #seen = new Set<string>();
  readonly #kept = new Set<string>();
  isPruned = false;

  constructor(objects: PdfObjects) {
    this.#objects = objects;
    this.#pages = new Set(new Destinations(objects).pages);
  }

  isKept(element: Value): boolean {
    return isRef(element) && this.#kept.has(element);
  }

  /** Returns the kids (/K) that stay; `page` has the marked content of the element. */
  keepKids(value: Value | undefined, page: Value | undefined, depth: number): Value[] {
    const resolved = this.#objects.resolve(value);
    const kids = isArray(resolved) ? resolved : value === undefined ? [] : [value];
    const kept = kids.filter((kid) => depth <= DEEPEST && this.#staysKid(kid, page, depth));
    if (kept.length < kids.length) this.isPruned = true;
    return kept;
  }

  #staysKid(kid: Value, page: Value | undefined, depth: number): boolean {
    const resolved = this.#objects.resolve(kid);
    if (typeof resolved === 'number') return this.#isThere(page);
    if (!isDict(resolved)) return false;
    const own = resolved['/Pg'] ?? page;
    if (resolved['/Type'] === '/MCR') return this.#isThere(own);
    if (resolved['/Type'] === '/OBJR') return this.#isThere(own) && this.#objects.exists(resolved['/Obj']);
    // An element is a separate object; one in two places would have no end.
    if (!isRef(kid) || this.#seen.has(kid)) return false;
    this.#seen.add(kid);
    const stays = this.#staysElement(kid, resolved, depth);
    if (stays) this.#kept.add(kid);
    return stays;
  }

  #staysElement(reference: Ref, element: Dict, depth: number): boolean {
    const page = element['/Pg'];
    if (element['/K'] === undefined) return page === undefined || this.#isThere(page);
    const kids = this.keepKids(element['/K'], page, depth + 1);
    if (kids.length === 0) return false;
    const { '/Pg': _page, ...rest } = element;
    const isPageLost = page !== undefined && !this.#isThere(page);
    this.#objects.set(reference, { ...(isPageLost ? rest : element), '/K': kids });
    return true;
  }

  #isThere(page: Value | undefined): boolean {
    return isRef(page) && this.#pages.has(page);
  }
}

/** Returns the map from numbers of pages and annotations to their elements. */
function parentTree(root: Dict, tree: TagTree, objects: PdfObjects): Dict {
  const numbers: Value[] = [];
  for (const [number, value] of treeEntries(objects, root['/ParentTree'], '/Nums')) {
    if (tree.isKept(value)) numbers.push(Number(number), value);
    const parents = objects.resolve(value);
    if (!isArray(parents)) continue;
    const kept = parents.map((one) => (tree.isKept(one) ? one : null));
    if (kept.some((one) => one !== null)) numbers.push(Number(number), kept);
  }
  return { '/Nums': numbers };
}

function idTree(root: Dict, tree: TagTree, objects: PdfObjects): Dict {
  const names = [...treeEntries(objects, root['/IDTree'], '/Names')].filter(([, element]) => tree.isKept(element));
  return { '/Names': names.flat() };
}
