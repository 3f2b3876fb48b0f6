import { linkAddress } from './html-addresses.ts';
import { cleanBodyInto } from './html-clean.ts';
import type { Attributes, HtmlHandler } from './html-reader.ts';
import { closeTag, escapeText, openTag } from './html-writer.ts';

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

/** Neighbours of one of these are one piece: LibreOffice splits it where the font changes. */
const JOINED = set('b i s code sub sup');

const ATTRIBUTES: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['ol', set('start')],
  ['td', set('colspan rowspan align')],
  ['th', set('colspan rowspan align')],
]);

/** Reduces HTML to what Markdown can say: no fonts, no attributes but those that matter, equal neighbours joined. */
export function simplifyHtml(html: string): SimpleHtml {
  const simplifier = new Simplifier();
  let images = 0;
  const picture = (): null => {
    images++;
    return null;
  };
  cleanBodyInto(simplifier, html, { picture, keepComments: true });
  return { html: simplifier.html(), images };
}

class Simplifier implements HtmlHandler {
  readonly #output: string[] = [];
  readonly #closing: string[] = [];
  #headings = 0;

  open(original: string, attributes: Attributes): void {
    const name = RENAMED.get(original) ?? original;
    const isKept = KEPT.has(name) && !(this.#headings > 0 && name === 'b');
    if (/^h[1-6]$/.test(name)) this.#headings++;
    this.#closing.push(isKept ? this.#open(name, attributes) : '');
  }

  close(name: string): void {
    if (/^h[1-6]$/.test(name)) this.#headings--;
    this.#push(this.#closing.pop() ?? '');
  }

  text(text: string): void {
    this.#push(escapeText(text));
  }

  html(): string {
    return this.#output.join('');
  }

  #push(html: string): void {
    if (html !== '') this.#output.push(html);
  }

  #open(name: string, attributes: Attributes): string {
    if (JOINED.has(name) && this.#output.at(-1) === closeTag(name)) this.#output.pop();
    else this.#push(openTag(name, name === 'a' ? linkAttributes(attributes) : keptAttributes(name, attributes)));
    return closeTag(name);
  }
}

function keptAttributes(name: string, attributes: Attributes): Attributes {
  const kept = ATTRIBUTES.get(name);
  return new Map([...attributes].filter(([key]) => kept?.has(key)));
}

/**
 * Addresses on the web, and the marks of notes (`sdfootnote1sym` is LibreOffice's name for what footnote 1 refers to).
 * Markdown has no anchors, so links within the document are text.
 */
function linkAttributes(attributes: Attributes): Attributes {
  const href = attributes.get('href') ?? '';
  const note = /^#(sd(?:foot|end)note\d+)(sym|anc)$/.exec(href);
  if (note !== null)
    return new Map([
      ['data-note', note[1] ?? ''],
      ['data-role', note[2] === 'sym' ? 'reference' : 'text'],
    ]);
  const address = href.startsWith('#') ? null : linkAddress(href, null);
  return new Map(address === null ? [] : [['href', address]]);
}
