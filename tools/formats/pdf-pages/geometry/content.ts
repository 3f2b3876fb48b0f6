import { type Box, chain, heightOf, isIdentity, type Matrix, widthOf } from '../objects/matrix.ts';
import { pdfNumbers } from '../objects/number.ts';
import type { PdfObjects } from '../objects/objects.ts';
import { type Dict, isRef, type Ref, type Value } from '../objects/values.ts';
import type { Page } from './page.ts';

/** Returns the base64 of a stream of operators. */
export const operators = (text: string): string => Buffer.from(text, 'latin1').toString('base64');

export const rectangle = (box: Box): string => pdfNumbers([box.left, box.bottom, widthOf(box), heightOf(box)]);

/** Adds streams of operators to a document; equal texts share one stream. */
export class Operators {
  readonly #objects: PdfObjects;
  readonly #made = new Map<string, Ref>();

  constructor(objects: PdfObjects) {
    this.#objects = objects;
  }

  ref(text: string): Ref {
    const made = this.#made.get(text) ?? this.#objects.addStream({ dict: {}, data: operators(text) });
    this.#made.set(text, made);
    return made;
  }
}

/**
 * Returns the /Contents of a page whose content is moved by `matrix` and clipped to the page's old box: content outside it would become
 * visible if the page grows.
 */
export function framedContents(objects: PdfObjects, page: Page, matrix: Matrix, operators: Operators): Value {
  const contents = contentStreams(objects, page.dict);
  if (contents.length === 0) return [];
  const move = isIdentity(matrix) ? '' : `${pdfNumbers(matrix)} cm `;
  return [operators.ref(`q ${move}${rectangle(page.box)} re W n\n`), ...contents, operators.ref('\nQ\n')];
}

/** Returns the streams of /Contents: one, or several that are read as one. */
export function contentStreams(objects: PdfObjects, page: Dict): Ref[] {
  const contents = page['/Contents'];
  const parts = objects.array(contents) ?? [contents];
  return parts.map((part) => objects.stream(part)?.ref).filter((ref) => ref !== undefined);
}

/**
 * Patterns follow the page, not the matrix that content is drawn with (ISO 32000-1, 8.7.3.1), so a scaled page gets copies of its patterns
 * that are scaled with it. A copy of a tiling pattern needs the data of its stream.
 */
export class Patterns {
  readonly #objects: PdfObjects;
  readonly #data: ReadonlyMap<Ref, string>;
  readonly #made = new Map<string, Ref>();
  /** Streams whose data is needed but was not given. */
  readonly missing = new Set<Ref>();

  /** @param data base64 of streams by reference */
  constructor(objects: PdfObjects, data: ReadonlyMap<Ref, string>) {
    this.#objects = objects;
    this.#data = data;
  }

  /** Returns the /Resources of a page with its patterns moved by `matrix`; unchanged if there are none. */
  moved(resources: Value | undefined, matrix: Matrix): Value | undefined {
    const dict = this.#objects.dict(resources);
    const patterns = this.#objects.dict(dict?.['/Pattern']);
    if (dict === null || patterns === null || isIdentity(matrix)) return resources;
    const entries = Object.entries(patterns).map(([name, pattern]) => [name, this.#copy(pattern, matrix)] as const);
    return { ...dict, '/Pattern': Object.fromEntries(entries) };
  }

  #copy(pattern: Value, matrix: Matrix): Value {
    const key = `${isRef(pattern) ? pattern : JSON.stringify(pattern)} ${pdfNumbers(matrix)}`;
    const made = this.#made.get(key);
    if (made !== undefined) return made;
    const copy = this.#makeCopy(pattern, matrix);
    if (copy === null) return pattern;
    this.#made.set(key, copy);
    return copy;
  }

  #makeCopy(pattern: Value, matrix: Matrix): Ref | null {
    const stream = this.#objects.stream(pattern);
    if (stream === null) {
      const dict = this.#objects.dict(pattern);
      return dict && this.#objects.add(this.#placed(dict, matrix));
    }
    const data = this.#data.get(stream.ref);
    if (data !== undefined) return this.#objects.addStream({ dict: this.#placed(stream.dict, matrix), data });
    this.missing.add(stream.ref);
    return null;
  }

  #placed(pattern: Dict, matrix: Matrix): Dict {
    const own = this.#objects.array(pattern['/Matrix'])?.map((number) => this.#objects.number(number) ?? 0);
    const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = own ?? [];
    return { ...pattern, '/Matrix': chain([a, b, c, d, e, f], matrix) };
  }
}
