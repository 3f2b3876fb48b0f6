import type { OptionDefinitions, OptionsOf } from '../definition.ts';
import { RESIZE_HANDLINGS } from './picture-size.ts';

/** Options of a single input that is a picture, for a film that shows several as slides. */
export const SLIDE_OPTIONS = {
  slide_duration: {
    type: 'number',
    minimum: 0.04,
    maximum: 3600,
    description:
      'Seconds for which a film of pictures shows this one. Left out: seconds_per_picture of the conversion.',
    example: 5.5,
  },
  resize_handling: {
    type: 'string',
    enum: ['keep_aspect_ratio', ...RESIZE_HANDLINGS],
    description:
      'What to do with this picture where a film of pictures has another shape: distort it, keep its shape and fill the rest (keep_aspect_ratio: with black), or keep its shape and cut off what sticks out. Left out: keep_aspect_ratio.',
    example: 'keep_aspect_ratio',
  },
} as const satisfies OptionDefinitions;

export type SlideOptions = OptionsOf<typeof SLIDE_OPTIONS>;
