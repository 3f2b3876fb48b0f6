/**
 * What an HTML input may hold: the elements and attributes that LibreOffice's import understands and that load nothing.
 * Everything else is left out, so nothing new can slip in.
 */

const set = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/** Kept under their own name. */
const ELEMENTS = set(
  'a abbr acronym address b big blockquote br caption center cite code col colgroup dd del dfn div dl dt em font h1 h2 h3 ' +
    'h4 h5 h6 hr i ins kbd li ol p pre q s samp small span strike strong sub sup table tbody td tfoot th thead tr tt u ul var',
);

/** Kept under the name of one that LibreOffice knows. */
const RENAMED: ReadonlyMap<string, string> = new Map([
  ...'article aside details fieldset figcaption figure footer form header hgroup legend main nav search section summary'
    .split(' ')
    .map((name) => [name, 'div'] as const),
  ['dir', 'ul'],
  ['menu', 'ul'],
  ['listing', 'pre'],
  ['plaintext', 'pre'],
  ['xmp', 'pre'],
  ['textarea', 'pre'],
  ['mark', 'span'],
]);

/** Their content is no text of the document. */
const WITHOUT_CONTENT = set(
  'applet audio canvas comment datalist iframe math noembed noframes object script select svg template video',
);

/** They bring something else into the document: counted where they are left out. */
const EMBEDDING = set('applet audio bgsound embed frame iframe math object svg video');

export type ElementRule =
  | { readonly kind: 'keep'; readonly name: string }
  /** Its tags go, its content stays. */
  | { readonly kind: 'unwrap' }
  | { readonly kind: 'drop'; readonly embeds: boolean };

/** What becomes of an element. */
export function elementRule(name: string): ElementRule {
  const kept = ELEMENTS.has(name) ? name : RENAMED.get(name);
  if (kept !== undefined) return { kind: 'keep', name: kept };
  if (WITHOUT_CONTENT.has(name) || EMBEDDING.has(name)) return { kind: 'drop', embeds: EMBEDDING.has(name) };
  return { kind: 'unwrap' };
}

/** Attributes that LibreOffice reads and that hold no address. `sdval` and `sdnum` are its own: values of cells. */
const ATTRIBUTES = set(
  'abbr align alt axis bgcolor border bordercolor cellpadding cellspacing char charoff class clear color cols colspan ' +
    'compact dir face frame headers height hspace id lang name noshade nowrap rowspan rules sdnum sdval size span start ' +
    'summary title type valign value vspace width',
);

/** Attributes of `body` besides. */
const BODY_ATTRIBUTES = set('alink bgcolor class dir id lang link text vlink');

/** Attributes that make a program load their value. */
const LOADING = set('background data dynsrc archive classid code codebase lowsrc poster profile src srcset xlink:href');

export function isKeptAttribute(name: string, element: string): boolean {
  return element === 'body' ? BODY_ATTRIBUTES.has(name) : ATTRIBUTES.has(name);
}

export function loads(attribute: string): boolean {
  return LOADING.has(attribute);
}

/** Largest value by the HTML standard (4.9.11, 4.9.3); a program makes so many cells. */
const LARGEST: ReadonlyMap<string, number> = new Map([
  ['colspan', 1000],
  ['rowspan', 65_534],
  ['span', 1000],
]);

/** A count of cells within what the standard allows; other values unchanged. */
export function clampCount(attribute: string, value: string): string {
  const largest = LARGEST.get(attribute);
  if (largest === undefined) return value;
  const count = Number.parseInt(value, 10);
  return String(Number.isNaN(count) ? 1 : Math.min(largest, Math.max(1, count)));
}
