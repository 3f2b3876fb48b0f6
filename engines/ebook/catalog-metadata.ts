import type { OptionDefinitions } from '../../src/catalog/definition.ts';
import { IDENTIFIERS_PATTERN, LANGUAGE_TAG_PATTERN } from '../../src/catalog/grammar/books.ts';

/** Metadata of a book besides title and author; each defaults to the value of the source. */
export const METADATA = {
  series: {
    type: 'string',
    maxLength: 512,
    description: 'Series that the book belongs to. Left out: that of the source.',
    'x-group': 'about',
    example: 'Voyages extraordinaires',
  },
  series_index: {
    type: 'number',
    minimum: 0,
    maximum: 10000,
    description: 'Position of the book in its series. Left out: 1.',
    'x-group': 'about',
    example: 2,
  },
  book_language: {
    type: 'string',
    format: 'language-tag',
    pattern: LANGUAGE_TAG_PATTERN,
    maxLength: 35,
    description: 'Language of the book as a BCP 47 tag. Left out: that of the source.',
    'x-group': 'about',
    example: 'en-GB',
  },
  publisher: {
    type: 'string',
    maxLength: 512,
    description: 'Publisher of the book. Left out: that of the source.',
    'x-group': 'about',
    example: 'Harper & Brothers',
  },
  tags: {
    type: 'string',
    maxLength: 2000,
    description: 'Subjects of the book, separated by commas. Left out: those of the source.',
    'x-group': 'about',
    example: 'sea, whales',
  },
  description: {
    type: 'string',
    maxLength: 10000,
    description: 'What the book is about. Left out: what the source says.',
    'x-group': 'about',
    example: 'A captain hunts a whale.',
  },
  identifiers: {
    type: 'string',
    maxLength: 1000,
    format: 'identifiers',
    pattern: IDENTIFIERS_PATTERN,
    description: 'Identifiers of the book as scheme:value, separated by commas. Those of other schemes stay.',
    'x-group': 'about',
    example: 'isbn:9780142437247, doi:10.1000/182',
  },
  cover: {
    type: 'boolean',
    default: false,
    description: 'Uses the second input, a JPEG, PNG or GIF picture, as the cover of the book.',
    'x-group': 'about',
  },
} as const satisfies OptionDefinitions;
