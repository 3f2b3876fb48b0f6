import { type AnyPixels, Picture, type Pixels, whiteOf } from '../picture.ts';
import { histogramOf, tableOf, withTable } from './luma.ts';
import { type Step, warnNoEffect } from './step.ts';

/** Equalizes the histogram of the brightness; one table for all channels keeps the hues. */
export const equalize: Step = {
  name: 'equalize',
  options: ['equalize'],
  asked: (options) => options.equalize === true,
  async run(picture, job) {
    const pixels = await picture.fullPixels();
    const evened = equalized(pixels);
    if (evened === null) warnNoEffect(job, 'equalize', 'the picture has only one brightness level');
    return Picture.fromPixels(evened ?? pixels);
  },
};

/** Returns null if there is nothing to equalize. */
export function equalized(pixels: Pixels): Pixels | null;
export function equalized(pixels: AnyPixels): AnyPixels | null;
export function equalized(pixels: AnyPixels): AnyPixels | null {
  const sums = Float64Array.from(histogramOf(pixels));
  for (let level = 1; level < sums.length; level += 1) sums[level] = (sums[level] ?? 0) + (sums[level - 1] ?? 0);
  const all = sums.at(-1) ?? 0;
  const darkest = sums.find((sum) => sum > 0) ?? 0;
  if (darkest === all) return null;
  return withTable(
    pixels,
    tableOf(pixels, (level) => (((sums[level] ?? 0) - darkest) * whiteOf(pixels)) / (all - darkest)),
  );
}
