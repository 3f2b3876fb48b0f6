import { parseRgbColor } from '../../../src/catalog/grammar/values.ts';
import { over } from '../encode/pixels.ts';
import { Picture } from '../picture.ts';
import type { Step } from './step.ts';

/** Lays the picture over a colour. After all that make something transparent, so that the colour shows through. */
export const background: Step = {
  name: 'background',
  options: ['background'],
  asked: (options) => options.background !== undefined,
  async run(picture, { options }) {
    if (!picture.hasAlpha) return picture;
    const parsed = parseRgbColor(options.background ?? '');
    if (!('value' in parsed)) throw new Error('the catalog lets only colors through');
    return Picture.fromPixels(over(await picture.fullPixels(), parsed.value));
  },
};
