import { boxValue } from './box.ts';
import { type Box, type Matrix, mapBox, mapPoint, type Point } from './matrix.ts';
import type { PdfObjects } from './objects.ts';
import { pagesOf } from './page-tree.ts';
import { treeEntries } from './trees.ts';
import { isArray, isDict, isRef, nameOf, type Ref, rewrite, type Value } from './values.ts';

/** Target of a bookmark. */
export type Destination =
  /** A page, from 1; `view` is how it is shown: the part of PDF's array after the page. */
  | { readonly kind: 'page'; readonly page: number; readonly view: readonly Value[] }
  /** A page that the document does not have (any more). */
  | { readonly kind: 'lost' }
  /** An address, another file, or nothing at all. */
  | { readonly kind: 'elsewhere' };

/** Pages and named destinations of a document. */
export class Destinations {
  readonly #objects: PdfObjects;
  readonly #numbers: ReadonlyMap<string, number>;
  #named: Map<string, Value> | undefined;
  readonly pages: readonly Ref[];

  constructor(objects: PdfObjects) {
    this.#objects = objects;
    this.pages = pagesOf(objects);
    this.#numbers = new Map(this.pages.map((ref, index) => [ref, index + 1] as const).reverse());
  }

  /** Returns the target of a bookmark or link: its /Dest, or its /A if that is a jump within the document. */
  of(dest: Value | undefined, action: Value | undefined): Destination {
    const { '/S': kind, '/D': target } = this.#objects.entries(action);
    if (dest === undefined && kind !== '/GoTo') return { kind: 'elsewhere' };
    let place = this.#objects.resolve(dest ?? target);
    if (typeof place === 'string') place = this.#objects.resolve(this.#lookUp(place));
    if (isDict(place)) place = this.#objects.resolve(place['/D']);
    if (!isArray(place)) return { kind: 'lost' };
    const [first, ...view] = place;
    const page = this.#pageNumber(first);
    return page === null ? { kind: 'lost' } : { kind: 'page', page, view };
  }

  #pageNumber(value: Value | undefined): number | null {
    if (isRef(value)) return this.#numbers.get(value) ?? null;
    // An index from 0 is meant for other files, but viewers accept it here too.
    return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < this.pages.length
      ? value + 1
      : null;
  }

  #lookUp(name: string): Value {
    if (nameOf(name) !== null) return this.#objects.entries(this.#objects.catalog['/Dests'])[name] ?? null;
    this.#named ??= new Map(
      treeEntries(this.#objects, this.#objects.entries(this.#objects.catalog['/Names'])['/Dests'], '/Names'),
    );
    return this.#named.get(name) ?? null;
  }
}

/** New place of a page's place. */
export interface Place {
  readonly page: Ref;
  readonly matrix: Matrix;
}

export interface Origin {
  /** Old visible area of the page: its sides stand for omitted coordinates. */
  readonly box: Box;
  /** Returns the new place of a point of the page; null stands for the page itself. */
  place(point: Point | null): Place;
}

/**
 * Makes every destination (of bookmarks, links, named ones; ISO 32000-1, 12.3.2.2) lead to the new place.
 * @param origins the pages before the change
 */
export function moveDestinations(objects: PdfObjects, origins: ReadonlyMap<Ref, Origin>): void {
  for (const [ref, value] of [...objects.values()]) {
    const changed = rewrite(value, (part) => {
      if (!isArray(part) || typeof part[1] !== 'string') return undefined;
      const origin = isRef(part[0]) ? origins.get(part[0]) : undefined;
      return origin && movedDestination(part, part[1], origin);
    });
    if (changed !== value) objects.set(ref, changed);
  }
}

function movedDestination(destination: readonly Value[], kind: string, origin: Origin): Value | undefined {
  const numbers = destination.slice(2).map((value) => (typeof value === 'number' ? value : null));
  const [first = null, second = null, third = null, fourth = null] = numbers;
  switch (kind) {
    case '/XYZ':
      return at(origin, first, second, (page, point) => [page, kind, point?.x ?? null, point?.y ?? null, third]);
    case '/FitH':
    case '/FitBH':
      return at(origin, null, first, (page, point) => [page, kind, point?.y ?? null]);
    case '/FitV':
    case '/FitBV':
      return at(origin, first, null, (page, point) => [page, kind, point?.x ?? null]);
    case '/FitR': {
      const { left, bottom, right, top } = origin.box;
      const box = { left: first ?? left, bottom: second ?? bottom, right: third ?? right, top: fourth ?? top };
      const { page, matrix } = origin.place({ x: box.left, y: box.top });
      const moved = mapBox(matrix, box);
      return [page, kind, ...boxValue(moved)];
    }
    case '/Fit':
    case '/FitB':
      return [origin.place(null).page, kind];
    default:
      return undefined;
  }
}

/** Returns a destination with a place, or one that leaves it to the reader. */
function at(
  origin: Origin,
  x: number | null,
  y: number | null,
  make: (page: Ref, point: Point | null) => Value,
): Value {
  if (x === null && y === null) return make(origin.place(null).page, null);
  const point = { x: x ?? origin.box.left, y: y ?? origin.box.top };
  const { page, matrix } = origin.place(point);
  return make(page, mapPoint(matrix, point));
}

/** Replaces every other reference to a page (of annotations, of actions) by one to its successor. */
export function replacePages(objects: PdfObjects, replaced: ReadonlyMap<Ref, Ref>): void {
  for (const [ref, value] of [...objects.values()]) {
    const changed = rewrite(value, (part) => (isRef(part) ? replaced.get(part) : undefined));
    if (changed !== value) objects.set(ref, changed);
  }
}
