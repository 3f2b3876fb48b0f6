import { ConversionError } from '../../../../src/task/errors.ts';
import { boxValue } from '../objects/box.ts';
import { moveDestinations, type Origin } from '../objects/destinations.ts';
import {
  type Box,
  common,
  heightOf,
  IDENTITY,
  inverse,
  mapBox,
  mapPoint,
  type Point,
  widthOf,
} from '../objects/matrix.ts';
import type { PdfObjects } from '../objects/objects.ts';
import { rootOfPages, setPages, sharedResources, somePagesOf } from '../objects/page-tree.ts';
import { isRef, type Ref, type Value, without } from '../objects/values.ts';
import { isTagged } from '../structure/keep-tags.ts';
import { dropPageLabels } from '../structure/page-labels.ts';
import { annotationBox, annotationsOf, isWidget } from './annotations.ts';
import type { Done, Loss, SplitPages } from './change.ts';
import { cutInnerBoxes } from './inner-boxes.ts';
import { MAX_PAGES } from './limits.ts';
import { type Page, readPage } from './page.ts';

interface Part {
  readonly ref: Ref;
  /** Box of the part, in the coordinates of the page. */
  readonly box: Box;
}

/**
 * Cuts each page into parts that become separate pages: from left to right, then from top to bottom, as the page is shown. All parts have
 * the whole content and show their part of it.
 */
export function splitPages(objects: PdfObjects, { columns, rows }: SplitPages): Done {
  const whole = somePagesOf(objects);
  const pages = whole.length * columns * rows;
  if (pages > MAX_PAGES) throw tooManyPages(pages);
  const parts = new Map(whole.map((ref) => [ref, partsOf(objects, readPage(objects, ref), columns, rows)] as const));
  moveDestinations(objects, new Map([...parts].map(([ref, of]) => [ref, originOf(readPage(objects, ref), of)])));
  const losses = new Set<Loss>();
  for (const [ref, of] of parts) writeParts(objects, readPage(objects, ref), of, losses);
  setPages(
    objects,
    [...parts.values()].flat().map(({ ref }) => ref),
  );
  if (dropPageLabels(objects)) losses.add('pageLabels');
  if (isTagged(objects)) losses.add('tagsOfParts');
  return { status: 'done', pages, losses: [...losses] };
}

/** The first part replaces the page itself, so that references to the page lead to it. */
function partsOf(objects: PdfObjects, page: Page, columns: number, rows: number): Part[] {
  const fromShown = inverse(page.toShown);
  const shown = mapBox(page.toShown, page.box);
  const [width, height] = [widthOf(shown) / columns, heightOf(shown) / rows];
  return Array.from({ length: columns * rows }, (_, index) => {
    const [column, row] = [index % columns, Math.floor(index / columns)];
    const top = shown.top - row * height;
    const box = { left: column * width, right: (column + 1) * width, bottom: top - height, top };
    return { ref: index === 0 ? page.ref : objects.reserve(), box: mapBox(fromShown, box) };
  });
}

function originOf(page: Page, parts: readonly Part[]): Origin {
  const first = parts[0]?.ref ?? page.ref;
  return {
    box: page.box,
    place: (point) => ({
      page: (point && parts.find(({ box }) => holds(box, inside(point, page.box)))?.ref) ?? first,
      matrix: IDENTITY,
    }),
  };
}

/** Moves a point slightly inside, so that the corner of a part belongs to it and not to its neighbour. */
function inside({ x, y }: Point, { left, bottom, right, top }: Box): Point {
  const margin = 0.01;
  return {
    x: Math.min(Math.max(x + margin, left), right),
    y: Math.min(Math.max(y - margin, bottom), top),
  };
}

const holds = ({ left, bottom, right, top }: Box, { x, y }: Point): boolean =>
  x >= left && x <= right && y >= bottom && y <= top;

function writeParts(objects: PdfObjects, page: Page, parts: readonly Part[], losses: Set<Loss>): void {
  const whole = sharedResources(objects, without(page.dict, '/Thumb', '/B', '/Annots', '/CropBox'));
  const parent = rootOfPages(objects);
  const annotations = annotationsOfParts(objects, page, parts, losses);
  for (const [index, { ref, box }] of parts.entries()) {
    const own = annotations[index] ?? [];
    objects.set(ref, {
      ...(index === 0 ? whole : without(whole, '/StructParents', '/Tabs', '/AA', '/PieceInfo')),
      ...cutInnerBoxes(objects, page, box),
      '/Type': '/Page',
      '/Parent': parent,
      '/MediaBox': boxValue(box),
      '/CropBox': boxValue(box),
      ...(own.length > 0 ? { '/Annots': own } : {}),
    });
  }
}

/**
 * Copies an annotation to each part that it overlaps, as a separate object; a form field, which must be unique, goes to the part with its
 * middle.
 */
function annotationsOfParts(objects: PdfObjects, page: Page, parts: readonly Part[], losses: Set<Loss>): Value[][] {
  const lists: Value[][] = parts.map(() => []);
  for (const annotation of annotationsOf(objects, page.dict)) {
    const dict = objects.dict(annotation);
    if (dict === null) continue;
    const box = annotationBox(objects, dict);
    const touched = parts.flatMap((part, index) => (box && common(box, part.box) ? [index] : []));
    if (isWidget(dict)) {
      const middle = box && mapPoint(IDENTITY, { x: (box.left + box.right) / 2, y: (box.bottom + box.top) / 2 });
      const home = middle ? parts.findIndex((part) => holds(part.box, middle)) : 0;
      const index = Math.max(home, 0);
      if (touched.some((other) => other !== index)) losses.add('cutFields');
      lists[index]?.push(withPage(objects, annotation, parts[index]?.ref ?? page.ref));
      continue;
    }
    const [home = 0, ...further] = touched;
    lists[home]?.push(withPage(objects, annotation, parts[home]?.ref ?? page.ref));
    for (const index of further) {
      const copy = without(dict, '/Popup', '/IRT', '/NM', '/StructParent');
      lists[index]?.push(objects.add({ ...copy, '/P': parts[index]?.ref ?? page.ref }));
    }
  }
  return lists;
}

function withPage(objects: PdfObjects, annotation: Value, page: Ref): Value {
  const dict = objects.dict(annotation);
  if (dict === null || dict['/P'] === page) return annotation;
  if (!isRef(annotation)) return { ...dict, '/P': page };
  objects.set(annotation, { ...dict, '/P': page });
  return annotation;
}

function tooManyPages(pages: number): ConversionError {
  return new ConversionError(
    'option_unsupported',
    `Options split_page_x and split_page_y would make ${pages} pages of this input, and at most ${MAX_PAGES} are made. Cut into fewer parts.`,
    { details: { option: 'split_page_x', pages, limit: MAX_PAGES } },
  );
}
