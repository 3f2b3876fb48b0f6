import type { OptionDefinitions } from '../../../src/catalog/definition.ts';

/** A tag of the result. */
const TAG = { type: 'string', maxLength: 1000 } as const;

export const TAGS = {
  tag_title: {
    ...TAG,
    description: 'Title of the result, instead of that of the source; empty: none.',
    'x-group': 'about',
    example: 'Prelude',
  },
  tag_artist: {
    ...TAG,
    description: 'Artist of the result, instead of that of the source; empty: none.',
    'x-group': 'about',
  },
  tag_album: {
    ...TAG,
    description: 'Album of the result, instead of that of the source; empty: none.',
    'x-group': 'about',
  },
  tag_album_artist: {
    ...TAG,
    description: 'Artist of the whole album, instead of that of the source; empty: none.',
    'x-group': 'about',
  },
  tag_genre: {
    ...TAG,
    description: 'Genre of the result, instead of that of the source; empty: none.',
    'x-group': 'about',
    example: 'Jazz',
  },
  tag_date: {
    ...TAG,
    description: 'Year or date of the result, instead of that of the source; empty: none.',
    'x-group': 'about',
    example: '2026',
  },
  tag_track: {
    ...TAG,
    description: 'Track number, optionally with the total, instead of that of the source; empty: none.',
    'x-group': 'about',
    example: '3/12',
  },
  tag_comment: {
    ...TAG,
    description: 'Comment of the result, instead of that of the source; empty: none.',
    'x-group': 'about',
  },
  cover: {
    type: 'boolean',
    description:
      'Uses the second input, a JPEG, PNG, GIF, WebP or BMP picture, as the cover instead of the pictures of the source. Refused by aac, ac3, amr, au, caf, eac3, mmf and wav, which cannot store pictures.',
    'x-group': 'about',
    example: true,
  },
} as const satisfies OptionDefinitions;

/** Option of targets that keep pictures. */
export const COVER = {
  remove_coverart: {
    type: 'boolean',
    description: 'Leaves out the cover picture of the source.',
    'x-group': 'sound',
  },
} as const satisfies OptionDefinitions;
