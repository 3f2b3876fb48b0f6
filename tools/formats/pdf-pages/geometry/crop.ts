import { readBox } from '../objects/box.ts';
import { type Box, common, heightOf, widthOf } from '../objects/matrix.ts';
import type { PdfObjects } from '../objects/objects.ts';
import { somePagesOf } from '../objects/page-tree.ts';
import type { CropPages, Done, Loss } from './change.ts';
import { Operators } from './content.ts';
import { extended } from './extend.ts';
import { isSideways, type Page, readPage, toShown } from './page.ts';

const KEYS = { media: '/MediaBox', bleed: '/BleedBox', trim: '/TrimBox', art: '/ArtBox' } as const;

/**
 * Makes each page show one of its boxes, reduced at its sides as it is seen. Content outside stays in the file. Throws ConversionError
 * `option_unsupported` if nothing would be left of a page.
 */
export function cropPages(objects: PdfObjects, { box: name, width, height, ...sides }: CropPages): Done {
  const operators = new Operators(objects);
  const pages = somePagesOf(objects).map((ref) => readPage(objects, ref));
  const losses = new Set<Loss>();
  for (const [index, page] of pages.entries()) {
    const box = name === null ? page.box : boxOf(objects, page, name);
    if (box === null) losses.add('noSuchBox');
    const what = { operators, problem: `The crop would make page ${index + 1} one`, option: 'crop_top' };
    const shown = showing(page, box ?? page.box);
    const right = width === null ? sides.right : Math.max(0, shown.width - sides.left - width);
    const bottom = height === null ? sides.bottom : Math.max(0, shown.height - sides.top - height);
    objects.set(page.ref, extended(objects, shown, negative({ ...sides, right, bottom }), what));
  }
  return { status: 'done', pages: pages.length, losses: [...losses] };
}

/** Returns the part of the box on the paper; null if the page has no such box, which then is its visible area (ISO 32000-1, 14.11.2). */
function boxOf(objects: PdfObjects, { dict, box }: Page, name: keyof typeof KEYS): Box | null {
  const own = readBox(objects, dict[KEYS[name]]);
  const paper = readBox(objects, dict['/MediaBox']) ?? box;
  return own && common(own, paper);
}

function showing(page: Page, box: Box): Page {
  const { turn, unit } = page;
  const [width, height] = isSideways(turn) ? [heightOf(box), widthOf(box)] : [widthOf(box), heightOf(box)];
  return { ...page, box, toShown: toShown(box, turn), width: width * unit, height: height * unit };
}

/** Cutting off adds negative space; no side becomes a negative zero. */
const negative = ({ top, right, bottom, left }: Pick<CropPages, 'top' | 'right' | 'bottom' | 'left'>) => ({
  kind: 'extend' as const,
  top: 0 - top,
  right: 0 - right,
  bottom: 0 - bottom,
  left: 0 - left,
});
