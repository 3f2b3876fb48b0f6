import { Picture } from '../picture.ts';
import { medianOf } from './median.ts';
import { changeColours } from './split-alpha.ts';
import type { Step } from './step.ts';

/** Removes single odd pixels: each gets the median colour of the 3 x 3 pixels around it. */
export const despeckle: Step = {
  name: 'despeckle',
  options: ['despeckle'],
  asked: (options) => options.despeckle === true,
  async run(picture) {
    return Picture.fromPixels(await changeColours(await picture.pixels(), medianOf));
  },
};
