import { boxValue } from '../objects/box.ts';
import { IDENTITY, inverse, mapBox } from '../objects/matrix.ts';
import type { PdfObjects } from '../objects/objects.ts';
import { somePagesOf } from '../objects/page-tree.ts';
import { type Dict, without } from '../objects/values.ts';
import type { Done, ExtendPages } from './change.ts';
import { framedContents, Operators } from './content.ts';
import { cutInnerBoxes } from './inner-boxes.ts';
import { requirePossibleSize } from './limits.ts';
import { type Page, readPage } from './page.ts';

/**
 * Adds space to the sides of each page as it is shown. The page grows; its content keeps its size and place, as does everything that refers
 * to it. A negative length cuts off. Throws ConversionError `option_unsupported`.
 */
export function extendPages(objects: PdfObjects, sides: ExtendPages): Done {
  const operators = new Operators(objects);
  const pages = somePagesOf(objects);
  for (const [index, ref] of pages.entries()) {
    const page = readPage(objects, ref);
    const what = { operators, problem: `The borders would make page ${index + 1} one`, option: 'border_top' };
    objects.set(ref, extended(objects, page, sides, what));
  }
  return { status: 'done', pages: pages.length, losses: [] };
}

/** Returns the page with space added to its sides. Throws ConversionError `option_unsupported`, whose message begins with `problem`. */
export function extended(
  objects: PdfObjects,
  page: Page,
  { top, right, bottom, left }: ExtendPages,
  { operators, problem, option }: { operators: Operators; problem: string; option: string },
): Dict {
  requirePossibleSize(page.width + left + right, page.height + top + bottom, problem, option);
  const shown = mapBox(page.toShown, page.box);
  const box = mapBox(inverse(page.toShown), {
    left: shown.left - left / page.unit,
    right: shown.right + right / page.unit,
    bottom: shown.bottom - bottom / page.unit,
    top: shown.top + top / page.unit,
  });
  const grows = [top, right, bottom, left].some((length) => length > 0);
  return {
    ...without(page.dict, '/Thumb'),
    ...cutInnerBoxes(objects, page, box),
    '/MediaBox': boxValue(box),
    '/CropBox': boxValue(box),
    ...(grows ? { '/Contents': framedContents(objects, page, IDENTITY, operators) } : {}),
  };
}
