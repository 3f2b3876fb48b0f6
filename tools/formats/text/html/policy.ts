import { type Schema, sanitize } from 'hast-util-sanitize';
import { LINK_SCHEMES } from './addresses.ts';
import type { Attributes } from './events.ts';

/*
 * Allowed content of an HTML input: elements and attributes that LibreOffice's import supports and that load nothing. hast-util-sanitize
 * removes everything else, so nothing new can slip in.
 */

const list = (names: string): string[] => names.split(' ');

const ELEMENTS = list(
  'a abbr acronym address b big blockquote br caption center cite code col colgroup dd del dfn div dl dt em font h1 h2 h3 ' +
    'h4 h5 h6 hr i img ins kbd li ol p pre q s samp small span strike strong sub sup table tbody td tfoot th thead tr tt u ' +
    'ul var',
);

/** Elements that are renamed to ones that LibreOffice knows. */
export const RENAMED: ReadonlyMap<string, string> = new Map([
  ...list(
    'article aside details fieldset figcaption figure footer form header hgroup legend main nav search section summary',
  ).map((name) => [name, 'div'] as const),
  ['dir', 'ul'],
  ['menu', 'ul'],
  ['listing', 'pre'],
  ['plaintext', 'pre'],
  ['xmp', 'pre'],
  ['textarea', 'pre'],
  ['mark', 'span'],
]);

/** Elements that embed other content: they are counted if they are left out. */
export const EMBEDDING: ReadonlySet<string> = new Set(
  list('applet audio bgsound embed frame iframe math object svg video'),
);

/** Elements whose content is not text of the document. */
export const WITHOUT_CONTENT: ReadonlySet<string> = new Set([
  ...EMBEDDING,
  ...list('canvas comment datalist noembed noframes script select style template title'),
]);

/**
 * Attributes that LibreOffice reads and that contain no address. `sdval` and `sdnum` are its own: values of cells. Styles are cleaned
 * before, see css.ts.
 */
const ATTRIBUTES = list(
  'abbr align alt axis bgcolor border bordercolor cellpadding cellspacing char charoff class clear color cols colspan ' +
    'compact dir face frame headers height hspace id lang name noshade nowrap rowspan rules sdnum sdval size span start ' +
    'style summary title type valign value vspace width',
);

/** Attributes whose value programs load. */
export const LOADING: ReadonlySet<string> = new Set(
  list('background data dynsrc archive classid code codebase lowsrc poster profile src srcset xlink:href'),
);

const SCHEMA: Schema = {
  tagNames: ELEMENTS,
  attributes: { '*': ATTRIBUTES, a: ['href'], img: ['src'] },
  protocols: { href: LINK_SCHEMES, src: ['data'] },
  strip: [...WITHOUT_CONTENT],
  // A document needs none of the other rules of GitHub's schema.
  ancestors: {},
  clobber: [],
  required: {},
};

/** We write the root and the body; only their attributes come from the input. */
const PAGE_SCHEMA: Schema = {
  ...SCHEMA,
  tagNames: ['html', 'body'],
  attributes: { html: ['lang', 'dir'], body: list('alink bgcolor class dir id lang link style text vlink') },
};

/** What is kept of an element. */
export interface AllowedElement {
  readonly name: string;
  readonly attributes: Attributes;
}

/** Returns an element of the body without its content, as far as it is allowed; null if its tags are removed. */
export function allowedElement(name: string, attributes: Attributes): AllowedElement | null {
  return sanitized(name, attributes, SCHEMA);
}

/** Returns the allowed attributes of a page's root or body. */
export function pageAttributes(name: 'html' | 'body', attributes: Attributes): Attributes {
  return sanitized(name, attributes, PAGE_SCHEMA)?.attributes ?? new Map();
}

function sanitized(tagName: string, attributes: Attributes, schema: Schema): AllowedElement | null {
  const properties = Object.fromEntries(attributes);
  const clean = sanitize({ type: 'element', tagName, properties, children: [] }, schema);
  if (clean.type !== 'element') return null;
  const kept = Object.entries(clean.properties).map(([name, value]) => [name, String(value)] as const);
  return { name: clean.tagName, attributes: new Map(kept) };
}

/** Largest values in the HTML standard (4.9.11, 4.9.3); programs create that many cells. */
const LARGEST: ReadonlyMap<string, number> = new Map([
  ['colspan', 1000],
  ['rowspan', 65_534],
  ['span', 1000],
]);

/** Limits a number of cells to what the standard allows; other values stay unchanged. */
export function clampCount(attribute: string, value: string): string {
  const largest = LARGEST.get(attribute);
  if (largest === undefined) return value;
  const count = Number.parseInt(value, 10);
  return String(Number.isNaN(count) ? 1 : Math.min(largest, Math.max(1, count)));
}
