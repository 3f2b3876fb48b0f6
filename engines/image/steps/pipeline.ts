import type { Picture } from '../picture.ts';
import { alphaChannel } from './alpha-channel.ts';
import { antialias } from './antialias.ts';
import { background } from './background.ts';
import { blackWhiteThreshold } from './black-white-threshold.ts';
import { color } from './color.ts';
import { colorize } from './colorize.ts';
import { crop } from './crop.ts';
import { deskew } from './deskew.ts';
import { despeckle } from './despeckle.ts';
import { enhance } from './enhance.ts';
import { equalize } from './equalize.ts';
import { flip } from './flip.ts';
import { normalize } from './normalize.ts';
import { resize } from './resize.ts';
import { rotate } from './rotate.ts';
import { sharpen } from './sharpen.ts';
import type { Step, StepJob } from './step.ts';
import { upscale } from './upscale.ts';
import { watermark } from './watermark.ts';

/**
 * All steps, in their fixed order, whatever the order of the options: geometry first, with noise reduced before contrast and sharpness are
 * raised; then colours.
 */
export const STEPS: readonly Step[] = [
  antialias,
  crop,
  deskew,
  rotate,
  upscale,
  resize,
  flip,
  colorize,
  enhance,
  despeckle,
  normalize,
  equalize,
  sharpen,
  color,
  blackWhiteThreshold,
  alphaChannel,
  background,
  watermark,
];

/** Applies to a picture the steps that the options ask for, one after the other. Throws ConversionError as they do. */
export async function runSteps(picture: Picture, job: StepJob): Promise<Picture> {
  let result = picture;
  for (const step of STEPS) if (step.asked(job.options)) result = await step.run(result, job);
  return result;
}
