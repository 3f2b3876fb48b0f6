import { MAX_PIXELS } from './limits.ts';
import type { ImageOptions } from './options.ts';
import { type Size, sizeAsked } from './size.ts';

/** How a drawing, which has no pixels of its own, is rendered. */
export interface DrawingSize {
  /** Factor of its size at `density`; 1 at least. */
  readonly scale: number;
  /** Options that are still to be applied to the pixels: width and height are now in pixels. */
  readonly options: ImageOptions;
}

const CROPPING = [
  ...(['crop_top', 'crop_bottom', 'crop_left', 'crop_right'] as const),
  ...(['crop_origin_x', 'crop_origin_y', 'crop_width', 'crop_height'] as const),
];

/**
 * Renders a drawing larger if it is to be enlarged, instead of stretching its pixels. This excludes cropping, whose pixels are those at the
 * density.
 * @param natural pixels at that density
 * @param density dots per inch: the option dpi, or the default of the format
 */
export function drawingSize(options: ImageOptions, natural: Size, density: number): DrawingSize {
  const asDrawn: DrawingSize = { scale: 1, options };
  if (options.aspect_ratio !== undefined || CROPPING.some((name) => options[name] !== undefined)) return asDrawn;
  const size = sizeAsked(options, natural, density);
  if (size === null) return asDrawn;
  const most = Math.sqrt(MAX_PIXELS / (natural.width * natural.height));
  const scale = Math.min(most, Math.max(size.width / natural.width, size.height / natural.height));
  if (scale <= 1) return asDrawn;
  // The other side follows from the larger drawing, whose shape is less affected by rounding.
  const sides = {
    ...(options.width !== undefined && { width: size.width }),
    ...(options.height !== undefined && { height: size.height }),
  };
  return { scale, options: { ...options, ...sides, resize_by: 'px' } };
}
