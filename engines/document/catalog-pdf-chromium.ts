import type { OptionDefinitions } from '../../src/catalog/definition.ts';
import { PRINT_OPTIONS, VIEW_OPTIONS, WAIT_OPTIONS } from '../../src/catalog/options/page.ts';
import { CHECK_OPTIONS, NETWORK_OPTIONS, REQUEST_OPTIONS } from '../../src/catalog/options/page-requests.ts';
import { conflict, noEffect, type OptionRule, present } from '../../src/catalog/rules.ts';

/** How a browser makes the PDF of a page. The paper comes from page_size, custom_page_size_* and orientation. */
const PAGE_OPTIONS = {
  ...VIEW_OPTIONS,
  ...WAIT_OPTIONS,
  ...PRINT_OPTIONS,
  ...REQUEST_OPTIONS,
  ...CHECK_OPTIONS,
} as const;

/** Options for HTML, Markdown and other markup, and HTML with its files. */
export const CHROMIUM_OPTIONS = {
  engine: {
    type: 'string',
    enum: ['libreoffice', 'chromium', 'latex'],
    description:
      'What reads HTML and Markdown: libreoffice converts it to a text document; chromium renders it as a browser, with its styles and scripts, and also reads a zip of a page and its files (index.html); latex typesets LaTeX, other markup and Markdown by TeX, if that is installed. Left out: chromium for Markdown, without scripts and if it is installed, otherwise libreoffice.',
    example: 'chromium',
    'x-group': 'web',
    'x-inputs': ['text'],
  },
  ...NETWORK_OPTIONS,
  ...PAGE_OPTIONS,
} as const satisfies OptionDefinitions;

const OF_CHROMIUM = Object.keys(CHROMIUM_OPTIONS).filter((option) => option !== 'engine');

export const CHROMIUM_RULES: readonly OptionRule[] = [
  {
    options: ['engine', ...OF_CHROMIUM],
    text: `Only with engine chromium are used: ${OF_CHROMIUM.join(', ')}.`,
    check: (given) =>
      given.engine === 'chromium'
        ? []
        : present(given, OF_CHROMIUM).map((option) => noEffect(option, 'it is used only with engine chromium')),
  },
  {
    options: ['headers', 'allow_network'],
    text: 'headers is used only with allow_network: no request leaves the browser otherwise.',
    check: (given) =>
      given.engine === 'chromium' && given.allow_network !== true && present(given, ['headers']).length > 0
        ? [noEffect('headers', 'no request leaves the browser without allow_network')]
        : [],
  },
  {
    options: ['outline', 'tagged'],
    text: 'An outline needs a tagged PDF.',
    check: (given) =>
      given.outline === true && given.tagged === false
        ? [conflict(['outline', 'tagged'], 'Chromium makes the bookmarks from the tags')]
        : [],
  },
  {
    options: ['ignore_resource_status_hosts', 'fail_on_resource_status'],
    text: 'ignore_resource_status_hosts is used only with fail_on_resource_status.',
    check: (given) =>
      present(given, ['ignore_resource_status_hosts']).length > 0 &&
      present(given, ['fail_on_resource_status']).length === 0
        ? [noEffect('ignore_resource_status_hosts', 'it is used only with fail_on_resource_status')]
        : [],
  },
];
