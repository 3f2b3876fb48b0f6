import { POINTS_PER_INCH } from '../decode/pdf.ts';
import { CSS_DENSITY } from '../limits.ts';
import type { ImageOptions } from '../options.ts';
import { type Size, sizeAsked } from '../size.ts';

/* Sizes of drawings. Without dpi, a pixel is one of CSS, as when an SVG is rendered (svg/open.ts). */

export const asksForSize = ({ width, height, dpi }: ImageOptions): boolean =>
  width !== undefined || height !== undefined || dpi !== undefined;

/** Whether the result may have another shape. */
export const isDistorted = ({ width, height }: ImageOptions): boolean => width !== undefined && height !== undefined;

/** Returns the size in CSS pixels of a page in points. */
export const cssOf = ({ width, height }: Size): Size => scaled({ width, height }, CSS_DENSITY / POINTS_PER_INCH);

/** Returns the size that a rendered drawing would have, pixels. */
export function pixelsOf(css: Size, options: ImageOptions): Size {
  const density = options.dpi ?? CSS_DENSITY;
  const natural = scaled(css, density / CSS_DENSITY);
  return sizeAsked(options, natural, density) ?? natural;
}

/** Returns the size of a page that is printed as large as the rendered drawing, points. */
export const pointsOf = (css: Size, options: ImageOptions): Size =>
  scaled(pixelsOf(css, options), POINTS_PER_INCH / (options.dpi ?? CSS_DENSITY));

const scaled = ({ width, height }: Size, factor: number): Size => ({ width: width * factor, height: height * factor });
