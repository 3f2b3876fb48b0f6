import type { CategoryCatalog } from '../../../../src/catalog/definition.ts';
import { COMMON_OPTIONS } from '../../../../src/catalog/options/common.ts';
import { has, missingOption, type OptionRule } from '../../../../src/catalog/rules.ts';

const RULES: readonly OptionRule[] = [
  {
    options: ['regex', 'separator'],
    text: 'regex needs a separator.',
    check: (given) =>
      given.regex === true && !has(given, 'separator')
        ? [missingOption('separator', 'regex says how it is to be read')]
        : [],
  },
];

export const catalog = {
  category: 'reverse-text',
  timeLimitSeconds: 60,
  targets: {
    txt: {
      id: 100_001,
      options: {
        separator: {
          type: 'string',
          minLength: 1,
          maxLength: 100,
          description: 'What ends each piece of the text. Left out: the end of a line.',
          example: ';',
        },
        regex: { type: 'boolean', default: false, description: 'Reads separator as a regular expression.' },
        place: {
          type: 'string',
          enum: ['after', 'before'],
          default: 'after',
          description: 'Whether a separator ends the piece before it, or begins the piece after it.',
        },
        ...COMMON_OPTIONS,
      },
    },
  },
  rules: RULES,
} as const satisfies CategoryCatalog;
