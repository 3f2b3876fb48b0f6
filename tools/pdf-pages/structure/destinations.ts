import { isArray, isDictionary, isReference, nameOf, type PdfObjects, type PdfValue } from './pdf-json.ts';

/** Where a bookmark leads. */
export type Destination =
  /** To a page, from 1; `view` is how it is shown: what follows the page in PDF's array. */
  | { readonly kind: 'page'; readonly page: number; readonly view: readonly PdfValue[] }
  /** To a page that the document does not have (any more). */
  | { readonly kind: 'lost' }
  /** Nowhere in this document: to an address, another file, or nowhere at all. */
  | { readonly kind: 'elsewhere' };

const MOST_NODES = 1_000_000;

/** Pages and named places of a document. */
export class Destinations {
  readonly #objects: PdfObjects;
  readonly #numbers: ReadonlyMap<string, number>;
  #named: Map<string, PdfValue> | undefined;
  readonly pages: readonly string[];

  constructor(objects: PdfObjects) {
    this.#objects = objects;
    this.pages = pagesOf(objects);
    this.#numbers = new Map(this.pages.map((reference, index) => [reference, index + 1] as const).reverse());
  }

  /** Of a bookmark or link: its /Dest, or its /A where that is a jump within the document. */
  of(dest: PdfValue | undefined, action: PdfValue | undefined): Destination {
    const { '/S': kind, '/D': target } = this.#objects.dictionary(action);
    if (dest === undefined && kind !== '/GoTo') return { kind: 'elsewhere' };
    let place = this.#objects.resolve(dest ?? target);
    if (typeof place === 'string') place = this.#objects.resolve(this.#lookUp(place));
    if (isDictionary(place)) place = this.#objects.resolve(place['/D']);
    if (!isArray(place)) return { kind: 'lost' };
    const [first, ...view] = place;
    const page = this.#pageNumber(first);
    return page === null ? { kind: 'lost' } : { kind: 'page', page, view };
  }

  #pageNumber(value: PdfValue | undefined): number | null {
    if (isReference(value)) return this.#numbers.get(value) ?? null;
    // An index from 0: meant for other files, but viewers take it here too.
    return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < this.pages.length
      ? value + 1
      : null;
  }

  #lookUp(name: string): PdfValue {
    if (nameOf(name) !== null) return this.#objects.dictionary(this.#objects.catalog['/Dests'])[name] ?? null;
    this.#named ??= new Map(
      treeEntries(this.#objects, this.#objects.dictionary(this.#objects.catalog['/Names'])['/Dests'], '/Names'),
    );
    return this.#named.get(name) ?? null;
  }
}

/** References of the pages, in their order. */
function pagesOf(objects: PdfObjects): string[] {
  const pages: string[] = [];
  const seen = new Set<string>();
  const waiting: PdfValue[] = [objects.catalog['/Pages'] ?? null];
  while (waiting.length > 0 && pages.length < MOST_NODES) {
    const node = waiting.pop() as PdfValue;
    const { '/Kids': kids } = objects.dictionary(node);
    if (kids === undefined) {
      if (isReference(node)) pages.push(node);
      continue;
    }
    // A tree that holds itself has no end.
    if (isReference(node)) {
      if (seen.has(node)) continue;
      seen.add(node);
    }
    pushReversed(waiting, objects.array(kids));
  }
  return pages;
}

/** The pairs of a name tree or number tree (ISO 32000-2, 7.9.6 and 7.9.7), in its order. */
export function* treeEntries(
  objects: PdfObjects,
  root: PdfValue | undefined,
  list: '/Names' | '/Nums',
): Generator<[string, PdfValue]> {
  const seen = new Set<string>();
  const waiting: PdfValue[] = [root ?? null];
  while (waiting.length > 0) {
    const node = waiting.pop() as PdfValue;
    if (isReference(node)) {
      if (seen.has(node)) continue;
      seen.add(node);
    }
    const dictionary = objects.dictionary(node);
    const pairs = objects.array(dictionary[list]);
    for (let index = 0; index + 1 < pairs.length; index += 2) {
      yield [String(objects.resolve(pairs[index])), pairs[index + 1] ?? null];
    }
    pushReversed(waiting, objects.array(dictionary['/Kids']));
  }
}

/** So that the first is taken next. */
function pushReversed(stack: PdfValue[], values: readonly PdfValue[]): void {
  for (let index = values.length - 1; index >= 0; index -= 1) stack.push(values[index] as PdfValue);
}
