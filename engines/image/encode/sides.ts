import { ConversionError } from '../../../src/task/errors.ts';
import type { ImageOptions } from '../options.ts';
import type { Size } from '../size.ts';
import type { TargetFacts } from '../targets.ts';

/** Options that make a picture larger. */
const ENLARGING = ['width', 'height', 'aspect_ratio'] as const;

/**
 * @throws ConversionError for a picture with a longer side than the target holds: `option_invalid` if a size was requested, else
 * `conversion_failed`
 */
export function requireSides({ name, longestSide }: TargetFacts, { width, height }: Size, options: ImageOptions): void {
  if (width <= longestSide && height <= longestSide) return;
  const message = `${name} holds at most ${longestSide} pixels a side, and the result would be ${width} x ${height}. Ask for a smaller width or height, or for another target, such as png.`;
  const option = ENLARGING.find((each) => options[each] !== undefined);
  const details = { width, height, limit: longestSide };
  if (option === undefined) throw new ConversionError('conversion_failed', message, { details });
  throw new ConversionError('option_invalid', message, { details: { option, ...details } });
}
