import type { ImageOptions } from './options.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

const MM_PER_INCH = 25.4;

/**
 * Returns the size that the options ask for, in whole pixels, at least 1. Null: none. If only one side is given, the other follows the
 * picture's shape. `aspect_ratio` is applied first: stretching keeps the width, cropping takes the largest box of that shape inside the
 * picture, filling the smallest around it.
 * @param density dots per inch, for physical units
 */
export function sizeAsked(options: ImageOptions, picture: Size, density: number): Size | null {
  if (options.aspect_ratio !== undefined)
    return shaped(options.aspect_ratio, options.resize_handling ?? 'stretch', picture);
  const unit = options.resize_by ?? olderUnit(options.resolution_unit);
  const pixels = (value: number | undefined, side: number): number | undefined =>
    value === undefined ? undefined : toPixels(value, unit, side, density);
  const width = pixels(options.width, picture.width);
  const height = pixels(options.height, picture.height);
  if (width === undefined && height === undefined) return null;
  return whole({
    width: width ?? ((height ?? 0) * picture.width) / picture.height,
    height: height ?? ((width ?? 0) * picture.height) / picture.width,
  });
}

type Unit = NonNullable<ImageOptions['resize_by']>;

const olderUnit = (unit: ImageOptions['resolution_unit']): Unit =>
  unit === undefined || unit === 'none' ? 'px' : unit;

function toPixels(value: number, unit: Unit, side: number, density: number): number {
  switch (unit) {
    case 'px':
      return value;
    case 'perc':
      return (side * value) / 100;
    case 'inches':
      return value * density;
    case 'cm':
      return (value * 10 * density) / MM_PER_INCH;
    case 'mm':
      return (value * density) / MM_PER_INCH;
  }
}

function shaped(ratio: string, handling: NonNullable<ImageOptions['resize_handling']>, picture: Size): Size {
  const [across = 1, down = 1] = ratio.split(':').map(Number);
  const shape = across / down;
  const isWider = picture.width / picture.height > shape;
  if (handling === 'stretch') return whole({ width: picture.width, height: picture.width / shape });
  const keepsWidth = handling === 'keep_aspect_ratio_crop' ? !isWider : isWider;
  return keepsWidth
    ? whole({ width: picture.width, height: picture.width / shape })
    : whole({ width: picture.height * shape, height: picture.height });
}

const whole = ({ width, height }: Size): Size => ({
  width: Math.max(1, Math.round(width)),
  height: Math.max(1, Math.round(height)),
});
