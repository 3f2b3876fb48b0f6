import type { Picture } from './picture.ts';

/**
 * Colours that may change: none; all, to RGB; all, to greys of the same luminance; those of images, to greys of the same luma (ITU-R 601);
 * or all, to others of similar lightness, like those of printer inks.
 */
export type ColorChange = 'none' | 'rgb' | 'gray' | 'imagesGray' | 'inks';

/** Visible differences of a rewritten page that are not errors. */
export interface Tolerance {
  readonly colors: ColorChange;
  /** DPI to which images were reduced; null if they have as many pixels as before. */
  readonly dpi: number | null;
}

/** Kind of difference in a page's look. */
export type Looks = 'blank' | 'different' | 'in colour';

/** Side of a cell in pixels: about 0.1 inch of an A4 page that is rendered with a longer side of 400 pixels. */
const FINE = 4;
/** About half an inch: noise, edges and single strokes are averaged out. */
const COARSE = 20;

/**
 * Of 255. Measured over 110 files of other makers: for images of 72 dpi and more, Ghostscript changes fine cells by at most 87, by 128 in a
 * black and white picture that loses whole rows, and coarse cells by 22. Damage by Ghostscript changes more than 100 cells.
 */
const MOST_FINE = 96;
const MOST_FINE_OF_FEW_DPI = 136;
const FEW_DPI = 100;
/** Images with a lower resolution have no pixels in some fine cells. */
const FEWEST_DPI = 60;
const MOST_COARSE = 24;
/** CMYK as shown by poppler and as converted to RGB by Ghostscript: at most 27 over 81 colours; profiles of images differ more. */
const MOST_COARSE_IN_RGB = 40;
/** Inks differ from screens: measured, by at most 46. The same limit applies to images with few pixels left, whose position varies. */
const MOST_COARSE_OF_OTHERS = 64;
/** Fewer fine cells are an edge with another position among the pixels. */
const FEWEST_CELLS = 4;
/** Largest difference between red, green and blue of a grey. */
const MOST_SATURATION = 40;
const WHITE = 250;

/** Returns how the picture of a page differs from the one before; null if it does not exceed the tolerance. */
export function pictureDifference(before: Picture, after: Picture, tolerance: Tolerance): Looks | null {
  if (!isOfOneSize(before, after)) return 'different';
  const { colors } = tolerance;
  if (colors === 'gray' && countAbove(cells(saturation(after), FINE), MOST_SATURATION) >= FEWEST_CELLS)
    return 'in colour';
  if (Buffer.compare(before.pixels, after.pixels) === 0) return null;
  const [was, is] = [planes(before, colors), planes(after, colors)];
  const countApart = (side: number, most: number): number =>
    Math.max(
      ...was.map((plane, index) => countAbove(apart(cells(plane, side), cells(is[index] ?? plane, side)), most)),
    );
  const fine = mostFine(tolerance);
  const isOtherwise =
    (fine !== null && countApart(FINE, fine) >= FEWEST_CELLS) || countApart(COARSE, mostCoarse(tolerance)) > 0;
  if (!isOtherwise) return null;
  return isBlank(after) && !isBlank(before) ? 'blank' : 'different';
}

/** Returns null if fine cells are not compared. */
function mostFine({ dpi }: Tolerance): number | null {
  if (dpi !== null && dpi < FEWEST_DPI) return null;
  return dpi !== null && dpi < FEW_DPI ? MOST_FINE_OF_FEW_DPI : MOST_FINE;
}

function mostCoarse({ colors, dpi }: Tolerance): number {
  if (colors === 'inks' || (dpi !== null && dpi < FEWEST_DPI)) return MOST_COARSE_OF_OTHERS;
  return colors === 'rgb' ? MOST_COARSE_IN_RGB : MOST_COARSE;
}

/** Sizes of rewritten pages are rounded. */
const isOfOneSize = (one: Picture, other: Picture): boolean =>
  Math.abs(one.width - other.width) <= 1 && Math.abs(one.height - other.height) <= 1;

const isBlank = ({ pixels }: Picture): boolean => pixels.every((value) => value >= WHITE);

/** A value for each pixel, 0 to 255, row by row. */
interface Plane {
  readonly width: number;
  readonly height: number;
  readonly values: Float32Array;
}

function planeOf(
  { width, height, pixels }: Picture,
  measure: (red: number, green: number, blue: number) => number,
): Plane {
  const values = new Float32Array(width * height);
  for (let at = 0; at < values.length; at += 1)
    values[at] = measure(pixels[3 * at] ?? 0, pixels[3 * at + 1] ?? 0, pixels[3 * at + 2] ?? 0);
  return { width, height, values };
}

const saturation = (picture: Picture): Plane =>
  planeOf(picture, (red, green, blue) => Math.max(red, green, blue) - Math.min(red, green, blue));

/** Returns the planes of a picture that are compared. */
function planes(picture: Picture, colors: ColorChange): Plane[] {
  if (colors === 'none' || colors === 'rgb')
    return [0, 1, 2].map((band) => planeOf(picture, (...bands) => bands[band] ?? 0));
  if (colors === 'imagesGray')
    return [planeOf(picture, (red, green, blue) => 0.299 * red + 0.587 * green + 0.114 * blue)];
  return [planeOf(picture, luminance)];
}

/** Light, 0 to 1, of each stored byte (IEC 61966-2-1). */
const LIGHT = Float64Array.from({ length: 256 }, (_, byte) => {
  const value = byte / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
});

/** Returns the luminance as a stored byte. */
function luminance(red: number, green: number, blue: number): number {
  const light = 0.2126 * (LIGHT[red] ?? 0) + 0.7152 * (LIGHT[green] ?? 0) + 0.0722 * (LIGHT[blue] ?? 0);
  return 255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055);
}

interface Cells {
  readonly across: number;
  readonly means: Float64Array;
}

/** Returns means over cells with `side` pixels per side. Incomplete cells at the right and the bottom are left out. */
function cells({ width, height, values }: Plane, side: number): Cells {
  const across = Math.floor(width / side);
  const down = Math.floor(height / side);
  const means = new Float64Array(across * down);
  for (let y = 0; y < down * side; y += 1) {
    for (let x = 0; x < across * side; x += 1) {
      const cell = Math.floor(y / side) * across + Math.floor(x / side);
      means[cell] = (means[cell] ?? 0) + (values[y * width + x] ?? 0) / side ** 2;
    }
  }
  return { across, means };
}

/** Returns the differences between cells that both pictures have. */
function apart(one: Cells, other: Cells): Cells {
  const across = Math.min(one.across, other.across);
  const down = Math.min(one.means.length / one.across, other.means.length / other.across) || 0;
  const means = Float64Array.from({ length: across * down }, (_, cell) => {
    const [x, y] = [cell % across, Math.floor(cell / across)];
    return Math.abs((one.means[y * one.across + x] ?? 0) - (other.means[y * other.across + x] ?? 0));
  });
  return { across, means };
}

function countAbove({ means }: Cells, most: number): number {
  let count = 0;
  for (const value of means) if (value > most) count += 1;
  return count;
}
