import { boxValue } from '../objects/box.ts';
import { moveDestinations, type Origin, replacePages } from '../objects/destinations.ts';
import { type Box, chain, fitInto, type Matrix, mapBox } from '../objects/matrix.ts';
import { pdfNumbers } from '../objects/number.ts';
import type { PdfObjects } from '../objects/objects.ts';
import { rootOfPages, setPages, somePagesOf } from '../objects/page-tree.ts';
import { type Dict, type Ref, type Value, without } from '../objects/values.ts';
import { isTagged } from '../structure/keep-tags.ts';
import { dropPageLabels } from '../structure/page-labels.ts';
import { movedAnnotation } from './annotations.ts';
import { type Arrangement, bookletOf, inOrder } from './arrangement.ts';
import type { Booklet, CombinePages, Loss, Outcome, PagesPerSheet } from './change.ts';
import { isPrepared, prepare } from './combine-prepare.ts';
import { operators, rectangle } from './content.ts';
import { takenAside } from './flatten.ts';
import { formOf } from './form.ts';
import { type Page, readPage } from './page.ts';

/** Number of pages along the longer side of a sheet, and across it. */
const GRIDS: Readonly<
  Record<PagesPerSheet, { readonly along: number; readonly across: number; readonly turned: boolean }>
> = {
  2: { along: 2, across: 1, turned: true },
  4: { along: 2, across: 2, turned: false },
  6: { along: 3, across: 2, turned: true },
  8: { along: 4, across: 2, turned: true },
  9: { along: 3, across: 3, turned: false },
  16: { along: 4, across: 4, turned: false },
};

/** Width of a frame's line, points. */
const FRAME_WIDTH = 0.5;

interface Sheet {
  readonly width: number;
  readonly height: number;
  readonly columns: number;
  readonly rows: number;
}

interface Placed {
  readonly page: Page;
  readonly sheet: Ref;
  /** Maps the page's own coordinates to the sheet's. */
  readonly matrix: Matrix;
}

/**
 * Places pages on sheets, from left to right, then from top to bottom. The sheet has the size of the first page, and is turned if 2, 6 or 8
 * pages fit better that way; each page is as large as its cell allows, and centred. A booklet has two pages side by side on wide sheets, and
 * empty places if its pages do not fill the last sheet of paper.
 * A page becomes a form that its sheet draws, so that its content does not change; its annotations must already be part of the content,
 * except links, which are placed on the sheet.
 */
export function combinePages(objects: PdfObjects, { perSheet, frames }: CombinePages): Outcome {
  const pages = somePagesOf(objects).map((ref) => readPage(objects, ref));
  if (!isPrepared(objects, pages)) return prepare(objects, pages);
  const sheet = sheetFor(pages[0], perSheet);
  const arrangement =
    typeof perSheet === 'number' ? inOrder(pages.length, perSheet) : bookletOf(pages.length, perSheet.binding);
  const refs = Array.from({ length: arrangement.sheets }, () => objects.reserve());
  const placed = place(pages, sheet, refs, arrangement);
  const losses = lossesOf(objects);
  moveDestinations(objects, new Map(placed.map((each) => [each.page.ref, originOf(each)])));
  const sheets = Map.groupBy(placed, (each) => each.sheet);
  for (const ref of refs) writeSheet(objects, ref, sheets.get(ref) ?? [], { ...sheet, frames });
  objects.changeCatalog({ '/StructTreeRoot': null, '/MarkInfo': null, '/Threads': null });
  replacePages(objects, new Map(placed.map((each) => [each.page.ref, each.sheet])));
  setPages(objects, refs);
  return { status: 'done', pages: refs.length, losses };
}

function sheetFor(first: Page | undefined, perSheet: PagesPerSheet | Booklet): Sheet {
  const { width, height } = first ?? { width: 0, height: 0 };
  if (typeof perSheet !== 'number') {
    return { width: Math.max(width, height), height: Math.min(width, height), columns: 2, rows: 1 };
  }
  const { along, across, turned } = GRIDS[perSheet];
  const size = turned ? { width: height, height: width } : { width, height };
  return size.width > size.height
    ? { ...size, columns: along, rows: across }
    : { ...size, columns: across, rows: along };
}

function place(pages: readonly Page[], sheet: Sheet, refs: readonly Ref[], { spotOf }: Arrangement): Placed[] {
  return pages.map((page, index) => {
    const spot = spotOf(index);
    const fit = fitInto(cell(sheet, spot.cell), page.width / page.unit, page.height / page.unit);
    return { page, sheet: refs[spot.sheet] as Ref, matrix: chain(page.toShown, fit) };
  });
}

function cell({ width, height, columns, rows }: Sheet, index: number): Box {
  const [column, row] = [index % columns, Math.floor(index / columns)];
  return {
    left: (column * width) / columns,
    right: ((column + 1) * width) / columns,
    bottom: height - ((row + 1) * height) / rows,
    top: height - (row * height) / rows,
  };
}

const originOf = ({ page, sheet, matrix }: Placed): Origin => ({
  box: page.box,
  place: () => ({ page: sheet, matrix }),
});

function lossesOf(objects: PdfObjects): Loss[] {
  const losses: Loss[] = [];
  if (isTagged(objects)) losses.push('tags');
  if (dropPageLabels(objects)) losses.push('pageLabels');
  return losses;
}

function writeSheet(
  objects: PdfObjects,
  ref: Ref,
  placed: readonly Placed[],
  { width, height, frames }: Sheet & { readonly frames: boolean },
): void {
  const forms: Record<string, Value> = {};
  const drawing: string[] = [];
  const annotations: Value[] = [];
  for (const [index, { page, matrix }] of placed.entries()) {
    const form = formOf(objects, page);
    if (form !== null) {
      forms[`/Page${index + 1}`] = form;
      drawing.push(`q ${pdfNumbers(matrix)} cm /Page${index + 1} Do Q`);
    }
    if (frames) drawing.push(frame(mapBox(matrix, page.box)));
    annotations.push(...movedAnnotations(objects, page.dict, matrix));
  }
  const group = placed[0]?.page.dict['/Group'];
  objects.set(ref, {
    '/Type': '/Page',
    '/Parent': rootOfPages(objects),
    '/MediaBox': boxValue({ left: 0, bottom: 0, right: width, top: height }),
    '/Resources': { '/XObject': forms },
    '/Contents': objects.addStream({ dict: {}, data: operators(`${drawing.join('\n')}\n`) }),
    ...(annotations.length > 0 ? { '/Annots': annotations } : {}),
    ...(group === undefined ? {} : { '/Group': group }),
  });
}

/** Draws a line inside the edge, so that all of it is on the sheet. */
function frame({ left, bottom, right, top }: Box): string {
  const inset = FRAME_WIDTH / 2;
  const line = { left: left + inset, bottom: bottom + inset, right: right - inset, top: top - inset };
  return `q 0 G ${FRAME_WIDTH} w ${rectangle(line)} re S Q`;
}

function movedAnnotations(objects: PdfObjects, page: Dict, matrix: Matrix): Ref[] {
  return takenAside(objects, page).flatMap((annotation) => {
    const dict = objects.dict(annotation);
    return dict === null ? [] : [objects.add(movedAnnotation(objects, without(dict, '/StructParent'), matrix))];
  });
}
