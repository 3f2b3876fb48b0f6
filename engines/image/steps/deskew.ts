import { Picture } from '../picture.ts';
import { skewOf } from './skew.ts';
import { type Step, warnNoEffect } from './step.ts';
import { turn } from './turn.ts';

/** Longest side of the picture in which the angle is measured, pixels: 0.1° is then still nearly two of them. */
const MEASURED = 1000;

/** Smallest angle that is corrected, degrees: less is invisible, and turning would only blur. */
const SMALLEST = 0.3;

/** Straightens a picture scanned at up to 10°, over white (transparent if the picture is not opaque, or a background is given). */
export const deskew: Step = {
  name: 'deskew',
  options: ['deskew'],
  asked: (options) => options.deskew === true,
  async run(picture, job) {
    const degrees = skewOf(await (await reduced(picture)).pixels());
    if (degrees === null)
      warnNoEffect(job, 'deskew', 'the picture shows no lines from which an angle of up to 10° can be measured');
    if (degrees === null || Math.abs(degrees) < SMALLEST) return picture;
    const corners = picture.hasAlpha || job.options.background !== undefined ? 'transparent' : 'white';
    return Picture.fromPixels(turn(await picture.fullPixels(), -degrees, corners));
  },
};

async function reduced(picture: Picture): Promise<Picture> {
  const factor = MEASURED / Math.max(picture.width, picture.height);
  if (factor >= 1) return picture;
  const size = {
    width: Math.max(1, Math.round(picture.width * factor)),
    height: Math.max(1, Math.round(picture.height * factor)),
  };
  return picture.with('resized', (pipeline) => pipeline.resize({ ...size, fit: 'fill' }), size);
}
