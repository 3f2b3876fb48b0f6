import { boxValue } from '../objects/box.ts';
import { moveDestinations, type Origin } from '../objects/destinations.ts';
import {
  type Box,
  chain,
  fitInto,
  heightOf,
  IDENTITY,
  inverse,
  isIdentity,
  type Matrix,
  widthOf,
} from '../objects/matrix.ts';
import type { PdfObjects } from '../objects/objects.ts';
import { somePagesOf } from '../objects/page-tree.ts';
import { type Dict, type Ref, without } from '../objects/values.ts';
import { AnnotationMover, annotationsOf, isWidget } from './annotations.ts';
import type { FitPages, Loss, Outcome } from './change.ts';
import { framedContents, Operators, Patterns } from './content.ts';
import { movedInnerBoxes } from './inner-boxes.ts';
import { isSideways, type Page, readPage, toShown } from './page.ts';

/** A page that differs from a paper by up to this, in points, has its size: programs write A4 as 595 x 842, or 595.32 x 841.92. */
const TOLERANCE = 1;

/** Largest scaling of fields at which their text does not look odd. */
const FIELD_TOLERANCE = 0.02;

interface Fit {
  /** New box, in the new coordinates of the page. */
  readonly box: Box;
  /** Maps the old to the new coordinates. */
  readonly matrix: Matrix;
}

/**
 * Fits each page to the paper: as large as possible, centred, keeping proportions, without turning. Without a paper, a page in the wrong
 * orientation gets a paper of its own size in the right one.
 * @param data base64 of the streams that an earlier call asked for
 */
export function fitPages(objects: PdfObjects, change: FitPages, data: ReadonlyMap<Ref, string>): Outcome {
  const fits = new Map(somePagesOf(objects).map((ref) => [ref, fitOf(readPage(objects, ref), change)] as const));
  moveDestinations(objects, new Map([...fits].map(([ref, fit]) => [ref, originOf(readPage(objects, ref), fit)])));
  const work = {
    objects,
    operators: new Operators(objects),
    patterns: new Patterns(objects, data),
    mover: new AnnotationMover(objects),
    losses: new Set<Loss>(),
  };
  for (const [ref, fit] of fits) objects.set(ref, fitted(readPage(objects, ref), fit, work));
  if (work.patterns.missing.size > 0) return { status: 'data', refs: [...work.patterns.missing] };
  return { status: 'done', pages: fits.size, losses: [...work.losses] };
}

function fitOf(page: Page, change: FitPages): Fit {
  const [width, height] = sizeFor(page, change);
  const side = isSideways(page.turn) ? { width: height, height: width } : { width, height };
  if (Math.abs(width - page.width) < TOLERANCE && Math.abs(height - page.height) < TOLERANCE && page.unit === 1) {
    return { box: around(page.box, side.width, side.height), matrix: IDENTITY };
  }
  const box = { left: 0, bottom: 0, right: side.width, top: side.height };
  const placed = fitInto({ left: 0, bottom: 0, right: width, top: height }, ...shownSize(page));
  return { box, matrix: chain(chain(page.toShown, placed), inverse(toShown(box, page.turn))) };
}

const shownSize = ({ width, height, unit }: Page): [number, number] => [width / unit, height / unit];

/** Returns width and height of the result as it is shown, in points. */
function sizeFor(page: Page, { paper, orientation }: FitPages): [number, number] {
  const { width, height } = paper ?? page;
  const isWide = orientation === null ? isWideFor(page, paper) : orientation === 'landscape';
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  return isWide ? [long, short] : [short, long];
}

function isWideFor(page: Page, paper: FitPages['paper']): boolean {
  return paper?.fixed ? paper.width > paper.height : page.width > page.height;
}

function around(box: Box, width: number, height: number): Box {
  const left = box.left + (widthOf(box) - width) / 2;
  const bottom = box.bottom + (heightOf(box) - height) / 2;
  return { left, bottom, right: left + width, top: bottom + height };
}

const originOf = (page: Page, { matrix }: Fit): Origin => ({
  box: page.box,
  place: () => ({ page: page.ref, matrix }),
});

interface Work {
  readonly objects: PdfObjects;
  readonly operators: Operators;
  readonly patterns: Patterns;
  readonly mover: AnnotationMover;
  readonly losses: Set<Loss>;
}

function fitted(page: Page, { box, matrix }: Fit, { objects, operators, patterns, mover, losses }: Work): Dict {
  const resources = patterns.moved(page.dict['/Resources'], matrix);
  const annotations = mover.move(page.dict['/Annots'], matrix);
  if (Math.abs(matrix[0] - 1) > FIELD_TOLERANCE && hasFields(objects, page)) losses.add('fieldText');
  return {
    ...without(page.dict, '/Thumb', '/UserUnit', '/VP'),
    ...movedInnerBoxes(objects, page, matrix),
    '/MediaBox': boxValue(box),
    '/CropBox': boxValue(box),
    ...(isIdentity(matrix) ? {} : { '/Contents': framedContents(objects, page, matrix, operators) }),
    ...(resources === undefined ? {} : { '/Resources': resources }),
    ...(annotations === undefined ? {} : { '/Annots': annotations }),
  };
}

const hasFields = (objects: PdfObjects, page: Page): boolean =>
  annotationsOf(objects, page.dict).some((annotation) => isWidget(objects.entries(annotation)));
