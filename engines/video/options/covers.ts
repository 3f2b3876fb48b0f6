import type { OptionDefinitions } from '../../../src/catalog/definition.ts';
import { FILM_TIME } from '../../../src/catalog/options/film-time.ts';
import { conflict, has, type OptionRule } from '../../../src/catalog/rules.ts';

/** Options of targets that have covers. */
export const COVERS = {
  poster: {
    ...FILM_TIME,
    description:
      'A frame of the film becomes its cover, which players and folders show for it: its time, as HH:MM:SS or HH:MM:SS.mmm, counted as start is. It takes the place of covers that the film has.',
    example: '00:00:10',
  },
  cover: {
    type: 'boolean',
    default: false,
    description:
      'The second of two inputs, a picture, becomes the cover of the film, in place of those that it has. With merge: the one picture among the inputs.',
    'x-group': 'about',
    example: true,
  },
} as const satisfies OptionDefinitions;

export const COVER_RULES: readonly OptionRule[] = [
  {
    options: ['poster', 'cover'],
    text: 'poster and cover exclude each other.',
    check: (given) =>
      has(given, 'poster') && given.cover === true
        ? [conflict(['poster', 'cover'], 'choose a frame of the film or a picture as its cover')]
        : [],
  },
];
