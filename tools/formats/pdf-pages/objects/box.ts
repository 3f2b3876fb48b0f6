import { type Box, boxAround, heightOf, widthOf } from './matrix.ts';
import type { PdfObjects } from './objects.ts';
import type { Value } from './values.ts';

/** Coordinates beyond this are nonsense, and could not be written exactly as PDF numbers either. */
const MAX_COORDINATE = 1e7;

/** Returns a box as a PDF rectangle (ISO 32000-1, 7.9.5). */
export const boxValue = ({ left, bottom, right, top }: Box): readonly Value[] => [left, bottom, right, top];

/** Reads a box with its corners in any order; null if it is not one or has no area. */
export function readBox(objects: PdfObjects, value: Value | undefined): Box | null {
  const numbers = objects.array(value)?.map((number) => objects.number(number));
  if (numbers === undefined || numbers.length < 4) return null;
  const [x1, y1, x2, y2] = numbers;
  if (x1 == null || y1 == null || x2 == null || y2 == null) return null;
  if ([x1, y1, x2, y2].some((number) => Math.abs(number) > MAX_COORDINATE)) return null;
  const box = boxAround({ x: x1, y: y1 }, { x: x2, y: y2 });
  return widthOf(box) > 0 && heightOf(box) > 0 ? box : null;
}
