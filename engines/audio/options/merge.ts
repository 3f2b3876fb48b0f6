import type { OptionDefinitions } from '../../../src/catalog/definition.ts';
import { conflict, type OptionRule } from '../../../src/catalog/rules.ts';

/** Option to make one sound of several inputs. */
export const MERGE = {
  merge: {
    type: 'boolean',
    description:
      'Joins all inputs, in their order, into one sound. Each becomes a chapter, in formats that have these.',
    'x-order': 190,
    example: true,
  },
} as const satisfies OptionDefinitions;

export const MERGE_RULES: readonly OptionRule[] = [
  {
    options: ['merge', 'cover'],
    text: 'merge and cover exclude each other: with cover the second input is a picture.',
    check: (given) =>
      given.merge === true && given.cover === true
        ? [conflict(['merge', 'cover'], 'with cover the second input is a picture, not a sound')]
        : [],
  },
];
