import type { OptionDefinitions } from '../../src/catalog/definition.ts';
import { PAGE_SELECTION_PATTERN } from '../../src/catalog/grammar/pages.ts';
import { type Finding, type GivenOptions, itemsOf, type OptionRule } from '../../src/catalog/rules.ts';
import { PLACE_LENGTH, placeUnit } from './catalog-pdf-place.ts';

/** What is removed from a PDF so that nobody can get it back. The texts are secrets: they are what must not be seen. */
export const REDACT_OPTIONS = {
  redact: {
    type: 'array',
    maxItems: 200,
    writeOnly: true,
    description:
      'Removes what each item names: a text, a pattern, a regular expression, an area, a form field, or what redaction annotations mark. It is removed from pages, pictures, recognised text, comments, bookmarks and all other parts, with black boxes in its place; attached files, scripts, signatures and metadata are removed too. Then other programs and text recognition search the result: if something is still found, the conversion fails.',
    'x-group': 'clean',
    items: {
      type: 'object',
      required: [],
      properties: {
        text: {
          type: 'string',
          minLength: 1,
          maxLength: 1000,
          writeOnly: true,
          description: 'Text to remove, also where it is broken over lines, hyphenated, or has ligatures or accents.',
          example: 'Ada Lovelace',
        },
        case_sensitive: {
          type: 'boolean',
          description: 'With text: only in this spelling. Left out: large and small letters are the same.',
        },
        whole_words: {
          type: 'boolean',
          description: 'With text: not inside longer words.',
        },
        pattern: {
          type: 'string',
          enum: ['email', 'iban', 'phone', 'card'],
          description:
            'Removes all e-mail addresses, account numbers (IBAN), telephone numbers, or numbers of payment cards. Check digits of account and card numbers must be right.',
        },
        expression: {
          type: 'string',
          minLength: 1,
          maxLength: 1000,
          writeOnly: true,
          description: "Regular expression of what to remove, in the syntax of Python's re.",
          example: '[A-Z]{2}-\\d{6}',
        },
        field: {
          type: 'string',
          minLength: 1,
          maxLength: 1000,
          writeOnly: true,
          description: 'Full name of a form field to remove with its value.',
          example: 'applicant.name',
        },
        annotations: {
          type: 'boolean',
          description: 'Removes what the redaction annotations of the document mark, and the annotations.',
        },
        pages: {
          type: 'string',
          pattern: PAGE_SELECTION_PATTERN,
          format: 'page-selection',
          description: 'Pages of the area, separated by commas. Left out: all.',
          example: '1-3, last',
        },
        x: {
          ...PLACE_LENGTH,
          description: 'Left edge of the area to remove, from the left of the page as it is seen.',
        },
        y: { ...PLACE_LENGTH, description: 'Upper edge of the area, from the top of the page as it is seen.' },
        width: { ...PLACE_LENGTH, minimum: 0.1, description: 'Width of the area.' },
        height: { ...PLACE_LENGTH, minimum: 0.1, description: 'Height of the area.' },
        unit: placeUnit('the area'),
      },
    },
    example: [{ text: 'Ada Lovelace' }, { pattern: 'email' }],
  },
} as const satisfies OptionDefinitions;

const KINDS = ['text', 'pattern', 'expression', 'field', 'annotations', 'width'] as const;
const AREA = ['x', 'y', 'width', 'height'];
const BELONGS: Readonly<Record<string, string>> = {
  case_sensitive: 'text',
  whole_words: 'text',
  ...Object.fromEntries(['pages', 'x', 'y', 'height', 'unit'].map((name) => [name, 'width'])),
};

export const REDACT_RULES: readonly OptionRule[] = [
  {
    options: ['redact'],
    text: 'Each item of redact is one of text, pattern, expression, field, annotations, or an area: x, y, width and height.',
    check: ({ redact }) => itemsOf(redact).flatMap((item, index) => problemOf(item, index + 1)),
  },
];

function problemOf(item: GivenOptions, number: number): Finding[] {
  const kinds = KINDS.filter((kind) => item[kind] !== undefined && item[kind] !== false);
  const names = 'text, pattern, expression, field, annotations, or an area (x, y, width, height)';
  if (kinds.length !== 1) return [invalid(number, `has ${kinds.length === 0 ? 'none' : 'several'} of ${names}`)];
  const [kind = ''] = kinds;
  const lost = AREA.filter((name) => kind === 'width' && item[name] === undefined);
  if (lost.length > 0) return [invalid(number, `is an area without ${lost.join(' and ')}`)];
  const other = Object.keys(BELONGS).find((name) => item[name] !== undefined && BELONGS[name] !== kind);
  return other === undefined ? [] : [invalid(number, `has ${other}, which does not go with ${kind}`)];
}

const invalid = (number: number, problem: string): Finding => ({
  severity: 'error',
  code: 'option_invalid',
  option: 'redact',
  message: `Item ${number} of option redact ${problem}.`,
  details: { option: 'redact', item: number },
});
