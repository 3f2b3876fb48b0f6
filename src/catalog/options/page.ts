import type { OptionDefinitions } from '../definition.ts';
import { PAGE_RANGES_PATTERN } from '../grammar/pages.ts';

/** What a page sees of the browser that opens it, for every target or input that uses a browser. */
export const VIEW_OPTIONS = {
  screen_width: {
    type: 'integer',
    minimum: 16,
    maximum: 8192,
    default: 1280,
    description: 'Width of the browser window in CSS pixels.',
    'x-group': 'web',
    'x-inputs': ['text'],
    'x-unit': 'px',
    example: 1920,
  },
  screen_height: {
    type: 'integer',
    minimum: 16,
    maximum: 8192,
    default: 1024,
    description: 'Height of the browser window in CSS pixels.',
    'x-group': 'web',
    'x-inputs': ['text'],
    'x-unit': 'px',
    example: 1080,
  },
  device_scale_factor: {
    type: 'number',
    minimum: 0.25,
    maximum: 4,
    default: 1,
    description: 'Device pixels per CSS pixel: 2 is a high-resolution screen.',
    'x-group': 'web',
    'x-inputs': ['text'],
    example: 2,
  },
  dark_mode: {
    type: 'boolean',
    default: false,
    description: 'Whether the page is asked for dark colors, as a reader who prefers them does.',
    'x-group': 'web',
    'x-inputs': ['text'],
  },
  javascript: {
    type: 'boolean',
    default: true,
    description: 'Whether to run the scripts of the page.',
    'x-group': 'web',
    'x-inputs': ['text'],
  },
  media_features: {
    type: 'array',
    maxItems: 20,
    description:
      'Media features that the style sheets of the page are to see, such as prefers-reduced-motion or prefers-contrast. prefers-color-scheme takes precedence over dark_mode. Features that Chromium does not emulate keep their value.',
    'x-group': 'web',
    'x-inputs': ['text'],
    items: {
      type: 'object',
      required: ['name', 'value'],
      properties: {
        name: { type: 'string', minLength: 1, maxLength: 64, description: 'Name of the media feature.' },
        value: { type: 'string', maxLength: 64, description: 'Value that it has.' },
      },
    },
    example: [{ name: 'prefers-reduced-motion', value: 'reduce' }],
  },
} as const satisfies OptionDefinitions;

/** When the page is captured. */
export const WAIT_OPTIONS = {
  load_timeout: {
    type: 'integer',
    minimum: 1,
    maximum: 120,
    default: 30,
    description:
      'Seconds that the page may take to load. After that the page is captured as it is, with a warning; the other waits end then too.',
    'x-group': 'web',
    'x-inputs': ['text'],
    'x-unit': 's',
    example: 60,
  },
  wait_until: {
    type: 'string',
    enum: ['load', 'network_almost_idle', 'network_idle'],
    default: 'load',
    description:
      'What to wait for: load is the page and all its resources; network_idle also waits until there has been no request for half a second, network_almost_idle until there have been at most two. Either way the page is then captured when it is still: its fonts are there, no request is under way, and two frames were painted without a change.',
    'x-group': 'web',
    'x-inputs': ['text'],
  },
  wait_for_selector: {
    type: 'string',
    minLength: 1,
    maxLength: 1000,
    description: 'CSS selector of an element to wait for until it is visible. If it never is, the conversion fails.',
    'x-group': 'web',
    'x-inputs': ['text'],
    example: '#chart svg',
  },
  wait_for_expression: {
    type: 'string',
    minLength: 1,
    maxLength: 10_000,
    description:
      'JavaScript expression to wait for until its value, or that of the promise it returns, counts as true. It is evaluated in the page ten times a second. If it never is true, or ends with an error, the conversion fails.',
    'x-group': 'web',
    'x-inputs': ['text'],
    example: "window.status === 'ready'",
  },
  delay: {
    type: 'integer',
    minimum: 0,
    maximum: 60_000,
    default: 0,
    description: 'Additional milliseconds to wait at the end, for what a page does by a timer.',
    'x-group': 'web',
    'x-inputs': ['text'],
    example: 500,
  },
} as const satisfies OptionDefinitions;

const MARGIN = (side: string) =>
  ({
    type: 'number',
    minimum: 0,
    maximum: 1000,
    default: 10,
    description: `Margin at the ${side} of each page in millimetres.`,
    'x-group': 'paper',
    'x-unit': 'mm',
  }) as const;

const TEMPLATE = (where: string, margin: string) =>
  ({
    type: 'string',
    maxLength: 65_536,
    description:
      `HTML at the ${where} of each page, in its margin (${margin}). Elements of the classes pageNumber, totalPages, title, url and date get that text. ` +
      'It does not inherit the styles of the page, and without a font size it is too small to read.',
    'x-group': 'web',
    'x-inputs': ['text'],
    example: '<div style="font-size:8px;width:100%;text-align:center"><span class="pageNumber"></span></div>',
  }) as const;

/** Of pictures alone: the pages of a PDF are transparent in any case. */
export const BACKGROUND_OPTIONS = {
  omit_background: {
    type: 'boolean',
    default: false,
    description:
      'Whether to leave out the white behind the page: what the page does not paint itself is then transparent.',
    'x-group': 'web',
    'x-inputs': ['text'],
  },
} as const satisfies OptionDefinitions;

/** How a page is printed, besides its paper. */
export const PRINT_OPTIONS = {
  margin_top: MARGIN('top'),
  margin_bottom: MARGIN('bottom'),
  margin_left: MARGIN('left'),
  margin_right: MARGIN('right'),
  scale: {
    type: 'number',
    minimum: 0.1,
    maximum: 2,
    default: 1,
    description: 'Scale of the page: 0.5 is half the size.',
    'x-group': 'size',
    example: 0.8,
  },
  header_template: TEMPLATE('top', 'margin_top'),
  footer_template: TEMPLATE('bottom', 'margin_bottom'),
  page_ranges: {
    type: 'string',
    maxLength: 200,
    pattern: PAGE_RANGES_PATTERN,
    format: 'page-ranges',
    description: 'Pages to print, separated by commas: numbers and ranges. Left out: all.',
    'x-group': 'web',
    'x-inputs': ['text'],
    example: '1-3, 5',
  },
  print_background: {
    type: 'boolean',
    default: true,
    description: 'Whether to print background colors and pictures.',
    'x-group': 'web',
    'x-inputs': ['text'],
  },
  single_page: {
    type: 'boolean',
    default: false,
    description:
      'Whether to make the paper as high as the page, so that it is not cut into several; and wider if the page is wider than the paper. Breaks that the page itself forces (break-after) remain, each with its own page.',
    'x-group': 'paper',
    'x-inputs': ['text'],
  },
  tagged: {
    type: 'boolean',
    default: true,
    description: 'Whether the PDF says what is a heading, a list or a table, for screen readers.',
    'x-group': 'web',
    'x-inputs': ['text'],
  },
  outline: {
    type: 'boolean',
    default: true,
    description: 'Whether the headings of the page become bookmarks of the PDF. They need tagged.',
    'x-group': 'web',
    'x-inputs': ['text'],
  },
  prefer_css_page_size: {
    type: 'boolean',
    default: false,
    description: 'Whether a paper size set by the page itself (@page) takes precedence.',
    'x-group': 'web',
    'x-inputs': ['text'],
  },
  media: {
    type: 'string',
    enum: ['print', 'screen'],
    default: 'print',
    description: 'Which styles of the page to use: those for print or those for screens.',
    'x-group': 'web',
    'x-inputs': ['text'],
  },
} as const satisfies OptionDefinitions;

export const PAPER_OPTIONS = {
  page_size: {
    type: 'string',
    enum: ['a0', 'a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'letter', 'legal', 'ledger', '11x17'],
    default: 'a4',
    description: 'Paper that the page is laid out for.',
    'x-group': 'paper',
    'x-order': 170,
  },
  landscape: { type: 'boolean', default: false, description: 'Wide instead of upright pages.' },
} as const satisfies OptionDefinitions;
