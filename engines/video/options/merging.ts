import type { OptionDefinitions } from '../../../src/catalog/definition.ts';
import { noEffect, type OptionRule, present } from '../../../src/catalog/rules.ts';

/** Options to make one film of several inputs. */
export const MERGING = {
  merge: {
    type: 'boolean',
    default: false,
    description:
      'Makes one video of all inputs, in their order: videos one after the other, in the format of the first; or pictures, each shown for some seconds. An audio file among the inputs becomes the soundtrack, and subtitle files (srt, vtt, ass) become subtitles.',
    'x-order': 190,
    example: true,
  },
  soundtrack: {
    type: 'string',
    enum: ['replace', 'mix'],
    description:
      'With merge and an audio file among the inputs: it replaces the sound of the video, or is mixed with it. Left out: replace.',
    example: 'mix',
  },
  seconds_per_picture: {
    type: 'number',
    minimum: 0.04,
    maximum: 3600,
    description:
      'With merge and pictures: how long each is shown. Left out: they share the length of the audio input, otherwise 3.',
    example: 3,
  },
} as const satisfies OptionDefinitions;

export const MERGING_RULES: readonly OptionRule[] = [
  {
    options: ['merge', 'soundtrack', 'seconds_per_picture'],
    text: 'soundtrack and seconds_per_picture are used only with merge.',
    check: (given) =>
      given.merge === true
        ? []
        : present(given, ['soundtrack', 'seconds_per_picture']).map((option) =>
            noEffect(option, 'it is used only with merge'),
          ),
  },
];
