import type { OptionDefinitions } from '../../src/catalog/definition.ts';
import { noEffect, type OptionRule, present } from '../../src/catalog/rules.ts';

/** How a page made of markup looks, for the targets pdf and html. */
export const PAGE_LOOK_OPTIONS = {
  style: {
    type: 'string',
    enum: ['plain', 'article', 'report'],
    description:
      'Look of a page made of Markdown or other markup: plain is like the page of a Markdown host; article has serif letters and page numbers; report has a title page if the text names its title (front matter), colored headings and tables, and page numbers. Left out: plain for Markdown, article for other markup.',
    'x-group': 'web',
    'x-inputs': ['text'],
    'x-order': 60,
    example: 'article',
  },
  css: {
    type: 'string',
    minLength: 1,
    maxLength: 65_536,
    description:
      'Style sheet for a page made of Markdown, and for pdf also of other markup, after that of style. It loads nothing; for html only plain rules are kept, without @media and the like.',
    'x-group': 'web',
    'x-inputs': ['text'],
    example: 'h1 { color: navy }',
  },
} as const satisfies OptionDefinitions;

export const PAGE_LOOK_RULES: readonly OptionRule[] = [
  {
    options: ['style', 'css', 'engine'],
    text: 'style and css are used only with engine chromium, or without engine.',
    check: (given) =>
      given.engine === 'libreoffice' || given.engine === 'latex'
        ? present(given, ['style', 'css']).map((option) => noEffect(option, `engine ${given.engine} does not use it`))
        : [],
  },
];
