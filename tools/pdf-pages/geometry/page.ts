import { type Box, boxAround, common, heightOf, type Matrix, widthOf } from './matrix.ts';
import { type Dict, isRef, type PdfObjects, type Ref, type Value } from './objects.ts';

/** Degrees that a page is turned clockwise when it is shown. */
export type Turn = 0 | 90 | 180 | 270;

export interface Page {
  readonly ref: Ref;
  /** With what it inherits. */
  readonly dict: Dict;
  /** What is seen of it, in its own coordinates. */
  readonly box: Box;
  readonly turn: Turn;
  /** Points of one unit of its coordinates. */
  readonly unit: number;
  /** From its own coordinates to those of the page as it is shown, from the lower left corner, in the same units. */
  readonly toShown: Matrix;
  /** As it is shown, in points. */
  readonly width: number;
  readonly height: number;
}

/** ISO 32000-1, table 30. */
const INHERITED = ['/Resources', '/MediaBox', '/CropBox', '/Rotate'];

/** Page trees of honest files are a few nodes deep. */
const MAX_DEPTH = 64;

/** What readers take where a page has no box that makes sense: Letter. */
const DEFAULT_BOX: Box = { left: 0, bottom: 0, right: 612, top: 792 };

/** Coordinates beyond this are nonsense; as numbers of a PDF they could not be written exactly either. */
const MAX_COORDINATE = 1e7;

export function readPage(objects: PdfObjects, ref: Ref): Page {
  const dict = withInherited(objects, objects.dict(ref) ?? {});
  const box = shownBox(objects, dict);
  const turn = turnOf(objects.number(dict['/Rotate']) ?? 0);
  const unit = unitOf(objects.number(dict['/UserUnit']));
  const [width, height] = isSideways(turn) ? [heightOf(box), widthOf(box)] : [widthOf(box), heightOf(box)];
  return { ref, dict, box, turn, unit, toShown: toShown(box, turn), width: width * unit, height: height * unit };
}

export const isSideways = (turn: Turn): boolean => turn === 90 || turn === 270;

/** From coordinates in which `box` is seen, turned by `turn`, to those of what is seen, from its lower left corner. */
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

export const boxValue = ({ left, bottom, right, top }: Box): Value => [left, bottom, right, top];

/** A box of a dictionary, its corners in any order; null where it is none or has no area. */
export function readBox(objects: PdfObjects, value: Value | undefined): Box | null {
  const numbers = objects.array(value)?.map((number) => objects.number(number));
  if (numbers === undefined || numbers.length < 4) return null;
  const [x1, y1, x2, y2] = numbers;
  if (x1 == null || y1 == null || x2 == null || y2 == null) return null;
  if ([x1, y1, x2, y2].some((number) => Math.abs(number) > MAX_COORDINATE)) return null;
  const box = boxAround({ x: x1, y: y1 }, { x: x2, y: y2 });
  return widthOf(box) > 0 && heightOf(box) > 0 ? box : null;
}

function shownBox(objects: PdfObjects, dict: Dict): Box {
  const media = readBox(objects, dict['/MediaBox']) ?? DEFAULT_BOX;
  const crop = readBox(objects, dict['/CropBox']);
  return (crop && common(media, crop)) ?? media;
}

function withInherited(objects: PdfObjects, page: Dict): Dict {
  const inherited: Record<string, Value> = {};
  let node: Dict | null = page;
  for (let depth = 0; node !== null && depth < MAX_DEPTH; depth++) {
    for (const key of INHERITED) {
      const value: Value | undefined = node[key];
      if (value !== undefined && value !== null && inherited[key] === undefined) inherited[key] = value;
    }
    node = isRef(node['/Parent']) ? objects.dict(node['/Parent']) : null;
  }
  return { ...page, ...inherited };
}

function turnOf(degrees: number): Turn {
  const turn = ((degrees % 360) + 360) % 360;
  return turn === 90 || turn === 180 || turn === 270 ? turn : 0;
}

const unitOf = (unit: number | null): number => (unit !== null && unit > 0 && unit <= 75_000 ? unit : 1);
