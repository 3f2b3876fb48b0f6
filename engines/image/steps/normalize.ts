import { type AnyPixels, Picture, type Pixels, whiteOf } from '../picture.ts';
import { histogramOf, tableOf, withTable } from './luma.ts';
import { type Step, warnNoEffect } from './step.ts';

/** Share of the pixels that may become pure black, and of those that may become pure white. */
const CLIPPED = 0.01;

/** Stretches the brightness to the full range: the darkest 1 % becomes black, the brightest 1 % white, all channels alike. */
export const normalize: Step = {
  name: 'normalize',
  options: ['normalize'],
  asked: (options) => options.normalize === true,
  async run(picture, job) {
    const pixels = await picture.fullPixels();
    const stretched = normalized(pixels);
    if (stretched === null) warnNoEffect(job, 'normalize', 'the picture has only one brightness level');
    return Picture.fromPixels(stretched ?? pixels);
  },
};

/** Returns null if there is nothing to stretch. */
export function normalized(pixels: Pixels): Pixels | null;
export function normalized(pixels: AnyPixels): AnyPixels | null;
export function normalized(pixels: AnyPixels): AnyPixels | null {
  const counts = histogramOf(pixels);
  const clipped = counts.reduce((sum, count) => sum + count, 0) * CLIPPED;
  const black = levelAfter(counts, clipped);
  const most = whiteOf(pixels);
  const white = most - levelAfter(counts.toReversed(), clipped);
  if (white <= black) return null;
  return withTable(
    pixels,
    tableOf(pixels, (level) => ((level - black) * most) / (white - black)),
  );
}

/** Returns the first level up to which there are more than so many pixels. */
function levelAfter(counts: Uint32Array, pixels: number): number {
  let sum = 0;
  for (const [level, count] of counts.entries()) {
    sum += count;
    if (sum > pixels) return level;
  }
  return counts.length - 1;
}
