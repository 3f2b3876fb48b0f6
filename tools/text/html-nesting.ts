/**
 * Which elements an opening tag ends without a closing tag, and how far a closing tag reaches: the optional tags and the
 * scopes of the HTML standard (13.1.2.4, 13.2.4.2), as far as they matter for documents.
 */

const set = (names: string): ReadonlySet<string> => new Set(names.split(' '));

const TABLE_PARTS = set('table caption colgroup tbody thead tfoot tr td th');
const CELLS = set('td th caption');
const HEADINGS = set('h1 h2 h3 h4 h5 h6');

/** Opening one of these ends a paragraph. */
const ENDS_PARAGRAPH = set(
  'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form h1 h2 h3 h4 ' +
    'h5 h6 header hgroup hr listing main menu nav ol p plaintext pre search section summary table ul xmp li dd dt',
);

interface Rule {
  readonly ends: ReadonlySet<string>;
  /** Not beyond these. */
  readonly within: ReadonlySet<string>;
}

const PARAGRAPH: Rule = { ends: set('p'), within: set('td th caption table button object body html') };

const RULES: ReadonlyMap<string, Rule> = new Map([
  ['li', { ends: set('li'), within: set('ul ol menu dir td th caption table') }],
  ['dd', { ends: set('dd dt'), within: set('dl td th caption table') }],
  ['dt', { ends: set('dd dt'), within: set('dl td th caption table') }],
  ['a', { ends: set('a'), within: set('td th caption table') }],
  ['option', { ends: set('option'), within: set('select optgroup datalist') }],
  ['optgroup', { ends: set('option optgroup'), within: set('select') }],
  ['td', { ends: set('td th caption colgroup'), within: set('tr table') }],
  ['th', { ends: set('td th caption colgroup'), within: set('tr table') }],
  ['tr', { ends: set('tr td th caption colgroup'), within: set('table') }],
  ['tbody', { ends: set('tbody thead tfoot tr td th caption colgroup'), within: set('table') }],
  ['thead', { ends: set('tbody thead tfoot tr td th caption colgroup'), within: set('table') }],
  ['tfoot', { ends: set('tbody thead tfoot tr td th caption colgroup'), within: set('table') }],
  ['colgroup', { ends: set('colgroup caption'), within: set('table') }],
  ['body', { ends: set('head'), within: set('html') }],
]);

/** How many of the open elements, the last one first in line, stay open when `name` opens. */
export function openAfter(open: readonly string[], name: string): number {
  const kept = ENDS_PARAGRAPH.has(name) ? keep(open, open.length, PARAGRAPH) : open.length;
  const rule = RULES.get(name);
  if (rule !== undefined) return keep(open, kept, rule);
  // A heading ends a heading that was forgotten.
  return HEADINGS.has(name) && HEADINGS.has(open[kept - 1] ?? '') ? kept - 1 : kept;
}

/** How many of the open elements stay open when `name` closes; all of them where there is nothing to close. */
export function openAfterClosing(open: readonly string[], name: string): number {
  for (let index = open.length - 1; index >= 0; index--) {
    const element = open[index] ?? '';
    if (element === name || (HEADINGS.has(name) && HEADINGS.has(element))) return index;
    if (TABLE_PARTS.has(name) ? element === 'table' : CELLS.has(element)) return open.length;
  }
  return open.length;
}

/** Up to the outermost element that the rule ends. */
function keep(open: readonly string[], length: number, { ends, within }: Rule): number {
  let kept = length;
  for (let index = length - 1; index >= 0; index--) {
    const element = open[index] ?? '';
    if (within.has(element)) break;
    if (ends.has(element)) kept = index;
  }
  return kept;
}
