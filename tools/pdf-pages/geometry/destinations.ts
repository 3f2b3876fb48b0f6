import { type Box, type Matrix, mapBox, mapPoint, type Point } from './matrix.ts';
import { isArray, isDict, isRef, type PdfObjects, type Ref, rewrite, type Value } from './objects.ts';
import { boxValue } from './page.ts';

/** Where a page's places went. */
export interface Place {
  readonly page: Ref;
  readonly matrix: Matrix;
}

export interface Origin {
  /** What was seen of the page: what a coordinate that is left out stands for. */
  readonly box: Box;
  /** Where a point of the page is now; null asks for the page as such. */
  place(point: Point | null): Place;
}

/**
 * Makes every destination (bookmarks, links, named ones; ISO 32000-1, 12.3.2.2) lead to where its place is now.
 * @param origins the pages of before
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
      return [page, kind, ...(boxValue(moved) as readonly Value[])];
    }
    case '/Fit':
    case '/FitB':
      return [origin.place(null).page, kind];
    default:
      return undefined;
  }
}

/** A destination with a place, or one that left it to the reader. */
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

/** Makes every other reference to a page (of annotations, of actions) one to the page that took its place. */
export function replacePages(objects: PdfObjects, replaced: ReadonlyMap<Ref, Ref>): void {
  for (const [ref, value] of [...objects.values()]) {
    const changed = rewrite(value, (part) => (isRef(part) ? replaced.get(part) : undefined));
    if (changed !== value) objects.set(ref, changed);
  }
}

/** Whether the document says how its text is to be read aloud. */
export const isTagged = (objects: PdfObjects): boolean =>
  isDict(objects.dict(objects.catalog['/StructTreeRoot']) ?? undefined);
