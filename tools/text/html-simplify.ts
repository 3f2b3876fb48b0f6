import { serialize } from 'parse5';
import { linkAddress } from './html-addresses.ts';
import {
  type Attributes,
  attributesOf,
  type Element,
  parseHtml,
  rename,
  setAttributes,
  setText,
  walk,
} from './html-tree.ts';
import { withoutForbidden } from './html-writer.ts';

/** HTML with the structure alone, as Markdown can express it. */
export interface SimpleHtml {
  readonly html: string;
  /** Pictures that were left out. */
  readonly images: number;
}

const set = (names: string): ReadonlySet<string> => new Set(names.split(' '));

const KEPT = set(
  'h1 h2 h3 h4 h5 h6 p div blockquote pre ul ol li dl dt dd hr br table tr td th b i s code a sub sup article section',
);

const HEADINGS = set('h1 h2 h3 h4 h5 h6');

/** Several names of one thing. */
const RENAMED: ReadonlyMap<string, string> = new Map([
  ['strong', 'b'],
  ['em', 'i'],
  ['cite', 'i'],
  ['var', 'i'],
  ['dfn', 'i'],
  ['strike', 's'],
  ['del', 's'],
  ['tt', 'code'],
  ['kbd', 'code'],
  ['samp', 'code'],
  ['center', 'div'],
  ['caption', 'p'],
]);

/** Their content is no text of the document. */
const DROPPED = set('head title style script svg math object iframe template noembed noframes audio video select');

/** Where one of these ends and begins again, it is one piece: LibreOffice splits it where the font changes. */
const SPLIT = /<\/(b|i|s|code|sub|sup)><\1>/g;

const ATTRIBUTES: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['ol', set('start')],
  ['td', set('colspan rowspan align')],
  ['th', set('colspan rowspan align')],
]);

/** Reduces HTML to what Markdown can say: no fonts, no attributes but those that matter, equal neighbours joined. */
export function simplifyHtml(html: string): SimpleHtml {
  let images = 0;
  const document = parseHtml(html);
  walk(document, { isHeading: false }, (element, state) => {
    if (DROPPED.has(element.tagName)) return ['drop', state];
    rename(element, RENAMED.get(element.tagName) ?? element.tagName);
    if (element.tagName === 'img') {
      images++;
      setText(element, attributesOf(element).get('alt') ?? '');
    }
    setAttributes(element, keptAttributes(element));
    // A heading is bold anyway.
    const isKept = KEPT.has(element.tagName) && !(state.isHeading && element.tagName === 'b');
    return [isKept ? 'keep' : 'unwrap', HEADINGS.has(element.tagName) ? { isHeading: true } : state];
  });
  return { html: withoutForbidden(serialize(document)).replace(SPLIT, ''), images };
}

function keptAttributes(element: Element): Attributes {
  const attributes = attributesOf(element);
  if (element.tagName === 'a') return linkAttributes(attributes.get('href') ?? '');
  const kept = ATTRIBUTES.get(element.tagName);
  return new Map([...attributes].filter(([key]) => kept?.has(key)));
}

/**
 * Addresses on the web, and the marks of notes (`sdfootnote1sym` is LibreOffice's name for what footnote 1 refers to).
 * Markdown has no anchors, so links within the document are text.
 */
function linkAttributes(href: string): Attributes {
  const note = /^#(sd(?:foot|end)note\d+)(sym|anc)$/.exec(href);
  if (note !== null)
    return new Map([
      ['data-note', note[1] ?? ''],
      ['data-role', note[2] === 'sym' ? 'reference' : 'text'],
    ]);
  const address = href.startsWith('#') ? null : linkAddress(href, null);
  return new Map(address === null ? [] : [['href', address]]);
}
