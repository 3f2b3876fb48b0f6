import { ConversionError } from '../../../src/task/errors.ts';
import { MAX_PIXELS } from '../limits.ts';
import type { ImageOptions } from '../options.ts';
import type { Size } from '../size.ts';

/** Throws ConversionError `option_invalid` if a result has too many pixels because of the size that an option asks for. */
export function requireSize({ width, height }: Size, option: keyof ImageOptions): void {
  if (width * height <= MAX_PIXELS) return;
  const message = `The result would be ${width} x ${height} pixels large; no more than ${MAX_PIXELS / 1e6} million are made.`;
  throw new ConversionError('option_invalid', message, { details: { option, width, height, limit: MAX_PIXELS } });
}
