import { ConversionError } from '../../../../src/task/errors.ts';

/** Limits of a page's sides, in points: ISO 32000-1, annex C.2. */
export const SMALLEST_SIDE = 3;
export const LARGEST_SIDE = 14_400;

/** Rounding error of converted units. */
const ROUNDING = 0.001;

/** Largest number of pages of a result. This many parts of 20 pages take 2 s and a file of 9 MB; asking for more is a mistake. */
export const MAX_PAGES = 50_000;

/** Returns a size as `200 x 280 mm`. */
export const inMillimetres = (width: number, height: number): string =>
  `${Math.round((width / 72) * 254) / 10} x ${Math.round((height / 72) * 254) / 10} mm`;

/** Throws ConversionError `option_unsupported` for a page size that PDF does not allow; the message begins with `what`. */
export function requirePossibleSize(width: number, height: number, what: string, option: string): void {
  const [short, long] = [Math.min(width, height) + ROUNDING, Math.max(width, height) - ROUNDING];
  if (short >= SMALLEST_SIDE && long <= LARGEST_SIDE) return;
  const size = Math.min(width, height) <= 0 ? 'without any area' : `of ${inMillimetres(width, height)}`;
  throw new ConversionError(
    'option_unsupported',
    `${what} ${size}, and a PDF's pages have sides of 1.1 to 5080 mm. Choose other values.`,
    { details: { option } },
  );
}
