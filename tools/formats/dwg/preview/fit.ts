import { ConversionError } from '../../../../src/task/errors.ts';
import { plus, point } from '../versions/geometry.ts';
import type { Box } from './boxes.ts';
import type { Page } from './job.ts';
import type { Point2 } from './shapes.ts';

/** Area for a wide or a high drawing: an A3 sheet (420 x 297 mm) without its margins. */
const [LONG, SHORT] = [400, 277];
/** Margin around the drawing, millimetres. */
export const MARGIN = 10;
/** Largest side of a PDF page, 14,400 points; millimetres. */
const LARGEST = 5080;

/** Position of a drawing on paper. */
export interface Sheet {
  /** Size, millimetres. */
  readonly width: number;
  readonly height: number;
  /** Millimetres per unit. */
  readonly scale: number;
  /** Returns a point in millimetres from the upper left. */
  place(p: Point2): Point2;
  /** Area inside the margins, drawing units. */
  readonly box: Box;
}

/** The requested paper. */
export interface Paper {
  /** Null for as large as the drawing needs. */
  readonly page: Page | null;
  /** Millimetres per unit; null for as large as fits. */
  readonly scale: number | null;
  /** Margin around the drawing, millimetres. */
  readonly margin: number;
}

/**
 * Returns the sheet of a drawing. Without a page it has the shape of the drawing; without a scale too, it is as large as A3 allows. Throws
 * ConversionError `option_invalid` if the scale makes it larger than pages can be.
 */
export function sheetFor({ low, high }: Box, { page, scale: asked, margin }: Paper): Sheet {
  const [width, height] = [high.x - low.x, high.y - low.y];
  const turned = page === null ? null : asTheDrawing(page, width >= height);
  const usual = width >= height ? { width: LONG, height: SHORT } : { width: SHORT, height: LONG };
  const room = turned === null ? usual : { width: roomIn(turned.width, margin), height: roomIn(turned.height, margin) };
  const fits = Math.min(room.width / width, room.height / height);
  // Everything is in one place, or the numbers are too large for a scale.
  const scale = asked ?? (Number.isFinite(fits) && fits > 0 ? fits : 1);
  const needed = { width: width * scale + 2 * margin, height: height * scale + 2 * margin };
  const sheet = turned ?? needed;
  if (asked !== null && Math.max(sheet.width, sheet.height) > LARGEST) throw tooLarge(sheet);
  const [left, top] =
    turned === null ? [margin, margin] : [middle(turned.width, width * scale), middle(turned.height, height * scale)];
  return {
    width: sheet.width,
    height: sheet.height,
    scale,
    // Differences are taken first, so that places far from the origin keep their digits.
    place: ({ x, y }) => ({ x: (x - low.x) * scale + left, y: (high.y - y) * scale + top }),
    box: { low, high },
  };
}

const middle = (room: number, taken: number): number => (room - taken) / 2;

/** Small paper has smaller margins. */
const roomIn = (length: number, margin: number): number => Math.max(length - 2 * margin, length / 2);

const asTheDrawing = ({ width, height, fixed }: Page, isWide: boolean): { width: number; height: number } =>
  fixed || width > height === isWide ? { width, height } : { width: height, height: width };

function tooLarge({ width, height }: { width: number; height: number }): ConversionError {
  const size = [width, height].map((length) => Math.round(length)).join(' x ');
  const message = `At this scale the drawing is ${size} mm, and a sheet has at most ${LARGEST} mm. Ask for a smaller scale, or for the size of the page too.`;
  return new ConversionError('option_invalid', message, { details: { option: 'cad_scale' } });
}

/** Paper without a drawing. */
export const EMPTY_BOX: Box = { low: { x: 0, y: 0 }, high: { x: LONG, y: SHORT } };

/** Returns the part of an endless line inside a box, by Liang and Barsky; null if there is none. */
export function clipped(
  from: Point2,
  along: Point2,
  both: boolean,
  { low, high }: Box,
): readonly [Point2, Point2] | null {
  let [first, last] = [both ? -Infinity : 0, Infinity];
  for (const axis of ['x', 'y'] as const) {
    if (along[axis] === 0) {
      if (from[axis] < low[axis] || from[axis] > high[axis]) return null;
      continue;
    }
    const ends = [(low[axis] - from[axis]) / along[axis], (high[axis] - from[axis]) / along[axis]];
    first = Math.max(first, Math.min(...ends));
    last = Math.min(last, Math.max(...ends));
  }
  if (!(first < last) || !Number.isFinite(last - first)) return null;
  const at = (t: number) => plus(point(from.x, from.y), point(along.x, along.y), t);
  return [at(first), at(last)];
}
