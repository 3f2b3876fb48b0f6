import { json, listOf, objects, textMap } from '../form/go-json.ts';
import {
  boolean,
  duration,
  FieldProblem,
  inches,
  integer,
  integerFrom,
  number,
  oneOf,
  text,
} from '../form/go-values.ts';
import { optionField, optionsField, planField, type Reading } from './field.ts';
import { readHeaders, type ScopedHeader } from './headers.ts';
import { switchField, YES } from './switches.ts';

/* Fields of pages that a browser opens. */

const STATUSES = 'a list of statuses as JSON; 499 is any of 400 to 499, 599 any of 500 to 599';

const MM = (value: number) => value * 25.4;

export const SKIP_NETWORK_IDLE = planField<boolean>({
  name: 'skipNetworkIdleEvent',
  takes: YES,
  read: boolean,
  text: 'false: `wait_until` network_idle',
});

export const SKIP_NETWORK_ALMOST_IDLE = planField<boolean>({
  name: 'skipNetworkAlmostIdleEvent',
  takes: YES,
  read: boolean,
  text: 'false: `wait_until` network_almost_idle',
});

export const WAIT_WINDOW_STATUS = planField<string>({
  name: 'waitWindowStatus',
  takes: 'a text',
  read: text,
  text: '`wait_for_expression`: `window.status` is this text',
});

export const WAIT_FOR_EXPRESSION = planField<string>({
  name: 'waitForExpression',
  takes: 'an expression of JavaScript',
  read: text,
  text: '`wait_for_expression`',
});

const WAIT_FOR_SELECTOR = optionField<string>({
  name: 'waitForSelector',
  takes: 'a CSS selector',
  read: text,
  option: 'wait_for_selector',
});

export const COOKIES = optionField<readonly Record<string, unknown>[]>({
  name: 'cookies',
  takes: 'a list of objects as JSON: `name`, `value`, `domain`, `path`, `secure`, `httpOnly`, `sameSite`',
  read: readCookies,
  option: 'cookies',
  as: (cookies) =>
    cookies.map(({ name, value, domain, path, secure, httpOnly, sameSite }) => ({
      name,
      value,
      // The domain of a cookie has no port.
      domain: String(domain).replace(/:\d+$/, ''),
      ...(typeof path === 'string' && path !== '' && { path }),
      ...(secure === true && { secure }),
      ...(httpOnly === true && { http_only: true }),
      ...(typeof sameSite === 'string' && sameSite !== '' && { same_site: sameSite.toLowerCase() }),
    })),
});

function readCookies(value: string): readonly Record<string, unknown>[] {
  const cookies = json('cookies', objects('chromium.Cookie'))(value);
  const incomplete = cookies.flatMap((cookie, index) =>
    ['name', 'value', 'domain'].every((member) => String(cookie[member] ?? '').trim() !== '')
      ? []
      : [`cookie ${index} must have its name, value and domain set`],
  );
  if (incomplete.length > 0) throw new FieldProblem(incomplete.join('\n'));
  return cookies;
}

/** Headers by name. The value may be limited to addresses: `value;scope=REGEXP`. Without that, all get it, as from Gotenberg. */
export const EXTRA_HEADERS = optionField<readonly ScopedHeader[]>({
  name: 'extraHttpHeaders',
  takes: 'an object as JSON; a value may end in `;scope=` and a regular expression',
  read: readHeaders,
  option: 'headers',
  as: (headers) => Object.fromEntries(headers.map(({ name, value, scope }) => [name, { value, scope: scope ?? '.*' }])),
});

export const MEDIA_TYPE = planField<'screen' | 'print'>({
  name: 'emulatedMediaType',
  takes: '`screen` or `print`',
  read: oneOf(['screen', 'print'], "'screen', 'print' or empty"),
  text: '`media`; screenshots are always for `screen`',
});

/** Fields of PDFs and screenshots alike, in the order in which Gotenberg reads them. */
const PAGE: readonly Reading[] = [
  SKIP_NETWORK_IDLE,
  SKIP_NETWORK_ALMOST_IDLE,
  optionField({
    name: 'failOnHttpStatusCodes',
    takes: STATUSES,
    read: json('failOnHttpStatusCodes', listOf('number', '[]int64')),
    fallback: [499, 599],
    option: 'fail_on_status',
  }),
  optionField({
    name: 'failOnResourceHttpStatusCodes',
    takes: STATUSES,
    read: json('failOnResourceHttpStatusCodes', listOf('number', '[]int64')),
    option: 'fail_on_resource_status',
  }),
  optionField({
    name: 'ignoreResourceHttpStatusDomains',
    takes: 'a list of host names as JSON',
    read: json('ignoreResourceHttpStatusDomains', listOf('string', '[]string')),
    option: 'ignore_resource_status_hosts',
  }),
  switchField('failOnResourceLoadingFailed', 'fail_on_resource_error'),
  switchField('failOnConsoleExceptions', 'fail_on_console_errors'),
  optionField<number>({
    name: 'waitDelay',
    takes: 'a duration such as `2.5s`',
    read: duration,
    option: 'delay',
    as: (ms) => Math.round(Math.max(0, ms)),
  }),
  WAIT_WINDOW_STATUS,
  WAIT_FOR_EXPRESSION,
  WAIT_FOR_SELECTOR,
  COOKIES,
  optionField({ name: 'userAgent', takes: 'a text', read: text, option: 'user_agent' }),
  EXTRA_HEADERS,
  MEDIA_TYPE,
  optionField<Record<string, string>>({
    name: 'emulatedMediaFeatures',
    takes: 'an object of names and values as JSON',
    read: json('emulatedMediaFeatures', textMap),
    option: 'media_features',
    as: (features) => Object.entries(features).map(([name, value]) => ({ name, value })),
  }),
];

export const OMIT_BACKGROUND = planField<boolean>({
  name: 'omitBackground',
  takes: YES,
  read: boolean,
  text: 'PDFs have no white behind their pages, with or without it; needs `printBackground`, as there',
});

export const LANDSCAPE = planField<boolean>({
  name: 'landscape',
  takes: YES,
  read: boolean,
  text: 'width and height of the paper change places',
});

export const PRINT_BACKGROUND = optionField<boolean>({
  name: 'printBackground',
  takes: YES,
  read: boolean,
  fallback: false,
  option: 'print_background',
});

const paperField = (name: string, fallback: number, side: string) =>
  planField<number>({
    name,
    takes: 'a length: a number of inches, or with `pt`, `px`, `in`, `mm`, `cm`, `pc`',
    read: inches,
    fallback,
    text: `\`custom_page_size_${side}\``,
  });

export const PAPER_WIDTH = paperField('paperWidth', 8.5, 'width');
export const PAPER_HEIGHT = paperField('paperHeight', 11, 'height');

const marginField = (name: string, side: string) =>
  optionField<number>({
    name,
    takes: 'a length',
    read: inches,
    fallback: 0.39,
    option: `margin_${side}`,
    as: MM,
  });

export const NATIVE_PAGE_RANGES = planField<string>({
  name: 'nativePageRanges',
  takes: 'pages such as `1-3,5`',
  read: text,
  text: '`page_ranges`; of office files `export_pages`',
});

/** Chromium makes the outline of the tags, so it brings them with it. */
export const OUTLINE = optionsField<boolean>({
  name: 'generateDocumentOutline',
  takes: YES,
  read: boolean,
  fallback: false,
  options: ['outline', 'tagged'],
  of: (value): Record<string, unknown> => (value ? { outline: true, tagged: true } : { outline: false }),
});

export const TAGGED = planField<boolean>({ name: 'generateTaggedPdf', takes: YES, read: boolean, text: '`tagged`' });

/** Fields of `/forms/chromium/convert/…`. */
export const PRINT: readonly Reading[] = [
  ...PAGE,
  OMIT_BACKGROUND,
  LANDSCAPE,
  PRINT_BACKGROUND,
  optionField({ name: 'scale', takes: 'a number', read: number, option: 'scale' }),
  switchField('singlePage', 'single_page'),
  PAPER_WIDTH,
  PAPER_HEIGHT,
  marginField('marginTop', 'top'),
  marginField('marginBottom', 'bottom'),
  marginField('marginLeft', 'left'),
  marginField('marginRight', 'right'),
  NATIVE_PAGE_RANGES,
  switchField('preferCssPageSize', 'prefer_css_page_size'),
  OUTLINE,
  TAGGED,
];

export const FORMAT = planField<'png' | 'jpeg' | 'webp'>({
  name: 'format',
  takes: '`png`, `jpeg` or `webp`',
  read: oneOf(['png', 'jpeg', 'webp'], "'png', 'jpeg' or 'webp'"),
  fallback: 'png',
  text: 'the target',
});

export const QUALITY = planField<number>({
  name: 'quality',
  takes: 'a number from 0 to 100, for `jpeg`',
  read: integerFrom(0, 100),
  text: '`quality` of the target',
});

export const SELECTOR = optionField<string>({
  name: 'selector',
  takes: 'a CSS selector',
  read: text,
  option: 'selector',
});

/** Fields of `/forms/chromium/screenshot/…`. */
export const SCREENSHOT: readonly Reading[] = [
  ...PAGE,
  switchField('omitBackground', 'omit_background'),
  optionField({ name: 'width', takes: 'a number of pixels', read: integer, fallback: 800, option: 'screen_width' }),
  optionField({ name: 'height', takes: 'a number of pixels', read: integer, fallback: 600, option: 'screen_height' }),
  optionField<boolean>({ name: 'clip', takes: YES, read: boolean, option: 'full_page', as: (clip) => !clip }),
  SELECTOR,
  FORMAT,
  QUALITY,
  switchField('optimizeForSpeed', 'optimize_for_speed'),
  optionField({ name: 'deviceScaleFactor', takes: 'a number', read: number, option: 'device_scale_factor' }),
];

/** The address of `…/url`. */
export const URL_FIELD = planField<string>({
  name: 'url',
  takes: 'an `http://` or `https://` address',
  read: text,
  isNeeded: true,
  text: 'the input, of engine `screenshot_pdf` or `screenshot`',
});
