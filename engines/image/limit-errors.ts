import { ConversionError } from '../../src/task/errors.ts';
import { MAX_PAGES, MAX_PIXELS } from './limits.ts';

// Separate from load.ts, so that convertd's own process does not load sharp for these errors.

export function tooManyPixels(width: number, height: number): ConversionError {
  const message = `The picture is ${Math.round(width)} x ${Math.round(height)} pixels large; no more than ${MAX_PIXELS / 1e6} million are unpacked.`;
  return new ConversionError('input_bomb', message, { details: { width, height, limit: MAX_PIXELS } });
}

/** Returns the error for too many pages or frames. */
export function tooManyPages(pages: number): ConversionError {
  const message = `The input has ${pages} pages or frames; no more than ${MAX_PAGES} are converted.`;
  return new ConversionError('input_bomb', message, { details: { pages, limit: MAX_PAGES } });
}
