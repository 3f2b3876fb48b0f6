import { readBox } from '../objects/box.ts';
import { type Box, common, heightOf, type Matrix, widthOf } from '../objects/matrix.ts';
import type { PdfObjects } from '../objects/objects.ts';
import { withInherited } from '../objects/page-tree.ts';
import type { Dict, Ref } from '../objects/values.ts';

/** Degrees by which a page is turned clockwise when it is shown. */
export type Turn = 0 | 90 | 180 | 270;

export interface Page {
  readonly ref: Ref;
  /** Dictionary, including inherited entries. */
  readonly dict: Dict;
  /** Visible area, in the page's own coordinates. */
  readonly box: Box;
  readonly turn: Turn;
  /** Points per unit of its coordinates. */
  readonly unit: number;
  /** Maps its own coordinates to those of the page as it is shown, from the lower left corner, in the same units. */
  readonly toShown: Matrix;
  /** Size as it is shown, in points. */
  readonly width: number;
  readonly height: number;
}

/** Box that readers assume for a page without a sensible one: Letter. */
const DEFAULT_BOX: Box = { left: 0, bottom: 0, right: 612, top: 792 };

export function readPage(objects: PdfObjects, ref: Ref): Page {
  const dict = withInherited(objects, objects.entries(ref));
  const box = shownBox(objects, dict);
  const turn = turnOf(objects.number(dict['/Rotate']) ?? 0);
  const unit = unitOf(objects.number(dict['/UserUnit']));
  const [width, height] = isSideways(turn) ? [heightOf(box), widthOf(box)] : [widthOf(box), heightOf(box)];
  return { ref, dict, box, turn, unit, toShown: toShown(box, turn), width: width * unit, height: height * unit };
}

export const isSideways = (turn: Turn): boolean => turn === 90 || turn === 270;

/** Maps coordinates in which `box` is seen, turned by `turn`, to those of the visible area, from its lower left corner. */
export function toShown({ left, bottom, right, top }: Box, turn: Turn): Matrix {
  switch (turn) {
    case 0:
      return [1, 0, 0, 1, -left, -bottom];
    case 90:
      return [0, -1, 1, 0, -bottom, right];
    case 180:
      return [-1, 0, 0, -1, right, top];
    case 270:
      return [0, 1, -1, 0, top, -left];
  }
}

function shownBox(objects: PdfObjects, dict: Dict): Box {
  const media = readBox(objects, dict['/MediaBox']) ?? DEFAULT_BOX;
  const crop = readBox(objects, dict['/CropBox']);
  return (crop && common(media, crop)) ?? media;
}

function turnOf(degrees: number): Turn {
  const turn = ((degrees % 360) + 360) % 360;
  return turn === 90 || turn === 180 || turn === 270 ? turn : 0;
}

const unitOf = (unit: number | null): number => (unit !== null && unit > 0 && unit <= 75_000 ? unit : 1);
