import { boxValue, readBox } from '../objects/box.ts';
import { type Box, common, type Matrix, mapBox } from '../objects/matrix.ts';
import type { PdfObjects } from '../objects/objects.ts';
import type { Value } from '../objects/values.ts';
import type { Page } from './page.ts';

/** The boxes for printers (ISO 32000-1, 14.11.2). */
const INNER = ['/BleedBox', '/TrimBox', '/ArtBox'];

/** Returns the inner boxes cut to `outer`, the page's new box; a box of which nothing is left becomes `outer`. */
export const cutInnerBoxes = (objects: PdfObjects, page: Page, outer: Box): Record<string, Value> =>
  innerBoxes(objects, page, (box) => common(box, outer) ?? outer);

export const movedInnerBoxes = (objects: PdfObjects, page: Page, matrix: Matrix): Record<string, Value> =>
  innerBoxes(objects, page, (box) => mapBox(matrix, box));

function innerBoxes(objects: PdfObjects, page: Page, change: (box: Box) => Box): Record<string, Value> {
  const boxes: Record<string, Value> = {};
  for (const key of INNER) {
    const box = readBox(objects, page.dict[key]);
    if (box !== null) boxes[key] = boxValue(change(box));
  }
  return boxes;
}
