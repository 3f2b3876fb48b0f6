import { Picture } from '../picture.ts';
import { requireSize } from './limit.ts';
import type { Step } from './step.ts';
import { turn, turnedSize } from './turn.ts';

/**
 * Turns the picture clockwise: by quarters without resampling; by other angles the canvas grows, and its corners are transparent if the
 * target or the picture has transparency, else white.
 */
export const rotate: Step = {
  name: 'rotate',
  options: ['rotate'],
  asked: (options) => options.rotate !== undefined,
  async run(picture, { options, alpha }) {
    const degrees = options.rotate ?? 0;
    const size = turnedSize(picture.width, picture.height, degrees);
    if (degrees % 90 === 0) return picture.with('cropped', (pipeline) => pipeline.rotate(degrees), size);
    requireSize(size, 'rotate');
    const corners = alpha || picture.hasAlpha ? 'transparent' : 'white';
    return Picture.fromPixels(turn(await picture.fullPixels(), degrees, corners));
  },
};
