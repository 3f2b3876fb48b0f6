import { MAX_PIXELS } from './limits.ts';
import type { ImageOptions } from './options.ts';
import { type Size, sizeAsked } from './size.ts';

/** How a drawing, which has no pixels of its own, is to be rendered. */
export interface DrawingSize {
  /** Times its size at `density`; 1 at least. */
  readonly scale: number;
  /** What is left to be done with its pixels: width and height are in pixels now. */
  readonly options: ImageOptions;
}

const CROPPING = [
  ...(['crop_top', 'crop_bottom', 'crop_left', 'crop_right'] as const),
  ...(['crop_origin_x', 'crop_origin_y', 'crop_width', 'crop_height'] as const),
];

/**
 * A drawing that is to be larger than it is gets drawn larger, instead of its pixels being stretched. Not with cropping, whose
 * pixels are those at the density.
 * @param natural pixels at that density
 * @param density dots an inch: the option dpi, or the usual one of the format
 */
export function drawingSize(options: ImageOptions, natural: Size, density: number): DrawingSize {
  const asDrawn: DrawingSize = { scale: 1, options };
  if (options.aspect_ratio !== undefined || CROPPING.some((name) => options[name] !== undefined)) return asDrawn;
  const size = sizeAsked(options, natural, density);
  if (size === null) return asDrawn;
  const most = Math.sqrt(MAX_PIXELS / (natural.width * natural.height));
  const scale = Math.min(most, Math.max(size.width / natural.width, size.height / natural.height));
  if (scale <= 1) return asDrawn;
  // The side that is not asked for follows the larger drawing, whose shape is less rounded.
  const sides = {
    ...(options.width !== undefined && { width: size.width }),
    ...(options.height !== undefined && { height: size.height }),
  };
  return { scale, options: { ...options, ...sides, resize_by: 'px' } };
}
