import { Picture, type Pixels } from '../picture.ts';
import { greyOf, histogramOf, lumaOf } from './luma.ts';
import type { Step } from './step.ts';

/** Makes the pixels that are brighter than a level white, and the others black. Transparency stays. */
export const blackWhiteThreshold: Step = {
  name: 'black_white_threshold',
  options: ['black_white_threshold'],
  asked: (options) => options.black_white_threshold !== undefined,
  async run(picture, { options }) {
    return Picture.fromPixels(blackAndWhite(await picture.pixels(), options.black_white_threshold ?? 0));
  },
};

/** `threshold`: 0 to 255; 0 uses the mean brightness of the visible pixels. */
export function blackAndWhite(pixels: Pixels, threshold: number): Pixels {
  const luma = lumaOf(pixels);
  const limit = threshold === 0 ? meanOf(histogramOf(pixels, luma)) : threshold;
  for (let pixel = 0; pixel < luma.length; pixel += 1) luma[pixel] = (luma[pixel] ?? 0) > limit ? 255 : 0;
  return greyOf(pixels, luma);
}

function meanOf(counts: Uint32Array): number {
  const all = counts.reduce((sum, count) => sum + count, 0);
  return all === 0 ? 0 : counts.reduce((sum, count, level) => sum + count * level, 0) / all;
}
