import type { OptionDefinitions } from '../../../src/catalog/definition.ts';

export const SUBTITLES = {
  subtitles: {
    type: 'string',
    enum: ['keep', 'burn', 'none'],
    description:
      'keep stores subtitles as tracks that players can switch off, burn draws the default track (or the first) into the picture, none leaves them out. Left out: keep.',
    'x-group': 'film',
    'x-order': 90,
    'x-inputs': ['audio', 'video'],
  },
} as const satisfies OptionDefinitions;

/** Options for targets without subtitle tracks. */
export const SUBTITLES_BURN = {
  subtitles: {
    type: 'string',
    enum: ['burn', 'none'],
    description:
      'burn draws the default subtitle track (or the first) into the picture, none leaves subtitles out. Left out: none, with a warning if the source has subtitles.',
    'x-group': 'film',
    'x-order': 90,
    'x-inputs': ['audio', 'video'],
  },
} as const satisfies OptionDefinitions;
