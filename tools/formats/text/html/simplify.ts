import { ownMark } from '../own-marks.ts';
import { pageOfId } from '../page-marks.ts';
import { linkAddress, type RelativeLinks } from './addresses.ts';
import { cleanBodyInto } from './clean.ts';
import type { Attributes, HtmlHandler } from './events.ts';
import { findNotes, isCounted, type Notes, UNCOUNTED } from './notes.ts';
import { closeTag, escapeText, openTag } from './writer.ts';

/** HTML with only the structure that Markdown can express. */
export interface SimpleHtml {
  readonly html: string;
  /** Pictures that were left out. */
  readonly images: number;
}

export interface SimplifyOptions {
  /** Maps a picture's address; null: the picture is left out. */
  readonly picture: (address: string) => string | null;
  /** Whether to look for our own marks: foreign HTML must not create any. */
  readonly keepsOwnMarks: boolean;
  readonly relativeLinks: RelativeLinks;
}

const set = (names: string): ReadonlySet<string> => new Set(names.split(' '));

const KEPT = set(
  'h1 h2 h3 h4 h5 h6 p div blockquote pre ul ol li dl dt dd hr br img table tr td th b i s code a sub sup article section',
);

/** Different names for the same element. */
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

/** Neighbours of the same kind are joined: LibreOffice splits them where the font changes. */
const JOINED = set('b i s code sub sup');

const ATTRIBUTES: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['img', set('src alt')],
  ['ol', set('start')],
  ['td', set('colspan rowspan align')],
  ['th', set('colspan rowspan align')],
]);

/** Reduces HTML to what Markdown can express: no fonts, only relevant attributes, equal neighbours joined. */
export function simplifyHtml(html: string, options: SimplifyOptions): SimpleHtml {
  const { relativeLinks } = options;
  const simplifier = new Simplifier(options.keepsOwnMarks, relativeLinks, findNotes(html));
  let images = 0;
  const picture = (address: string): string | null => {
    const kept = options.picture(address);
    if (kept === null) images++;
    return kept;
  };
  cleanBodyInto(simplifier, html, { picture, keepComments: true, keepFormulas: true, relativeLinks });
  return { html: simplifier.html(), images };
}

class Simplifier implements HtmlHandler {
  readonly #output: string[] = [];
  readonly #closing: string[] = [];
  readonly #keepsOwnMarks: boolean;
  readonly #relativeLinks: RelativeLinks;
  readonly #notes: Notes;
  #headings = 0;
  /** Number of elements opened so far. */
  #places = 0;
  /** Number of open elements in a link back from a note, including itself. */
  #inBackLink = 0;
  /** A note that has begun and has no text yet. */
  #note: number | null = null;
  /** Whether that note's own number has been found. */
  #hasMark = false;

  constructor(keepsOwnMarks: boolean, relativeLinks: RelativeLinks, notes: Notes) {
    this.#keepsOwnMarks = keepsOwnMarks;
    this.#relativeLinks = relativeLinks;
    this.#notes = notes;
  }

  open(original: string, attributes: Attributes): void {
    if (original === 'math') {
      // The cleaner has made it of a formula.
      const isShown = this.#inBackLink === 0;
      if (!isShown) this.#inBackLink++;
      const mark = new Map([['data-formula', attributes.get('display') ?? 'line']]);
      this.#closing.push(isShown ? this.#openTag('a', mark) : '');
      return;
    }
    const place = isCounted(original) ? this.#places++ : UNCOUNTED;
    if (this.#inBackLink > 0 || this.#notes.back.has(place)) this.#inBackLink++;
    if (this.#inBackLink > 0) {
      this.#closing.push('');
      return;
    }
    this.#beginBlock(place);
    const reference = this.#notes.references.get(place);
    if (reference !== undefined) this.#closing.push(this.#openTag('a', noteAttributes(reference, 'reference')));
    else this.#openUsual(this.#isOfNotes(original, place) ? 'div' : original, attributes);
  }

  close(name: string): void {
    if (this.#inBackLink > 0) this.#inBackLink--;
    else if (/^h[1-6]$/.test(name)) this.#headings--;
    this.#push(this.#closing.pop() ?? '');
  }

  text(text: string): void {
    if (this.#inBackLink > 0) return;
    this.#push(escapeText(this.#note === null ? text : this.#beginNote(this.#note, text)));
  }

  html(): string {
    return this.#output.join('');
  }

  #beginBlock(place: number): void {
    const note = this.#notes.blocks.get(place);
    if (note === undefined) return;
    this.#note = note;
    this.#hasMark = false;
  }

  /** Whether it is a list of notes, or a note in one: footnote marks replace those of the list. */
  #isOfNotes(name: string, place: number): boolean {
    return this.#notes.lists.has(place) || (name === 'li' && this.#notes.blocks.has(place));
  }

  #openUsual(original: string, attributes: Attributes): void {
    const name = RENAMED.get(original) ?? original;
    const isKept = KEPT.has(name) && !(this.#headings > 0 && name === 'b');
    if (/^h[1-6]$/.test(name)) this.#headings++;
    if (name === 'br' && this.#headings > 0) {
      // A heading of Markdown is one line.
      this.#push(' ');
      this.#closing.push('');
      return;
    }
    const isOwn = this.#keepsOwnMarks && name === 'span';
    const page = isOwn ? pageOfId(attributes.get('id')) : null;
    const mark = isOwn ? ownMark(attributes.get('class')) : null;
    if (page !== null) this.#push(`<a data-page="${page}"></a>`);
    if (mark !== null) this.#closing.push(this.#openTag('a', new Map([[mark.name, mark.value]])));
    else this.#closing.push(isKept ? this.#open(name, attributes) : '');
  }

  /** Puts the mark of a note before its first word, in place of its own number. */
  #beginNote(note: number, text: string): string {
    const words = this.#withoutMark(note, text).replace(/^[\s.:)\]]+/, '');
    if (words === '') return '';
    this.#push(`${openTag('a', noteAttributes(note, 'text'))}</a>`);
    this.#note = null;
    return words;
  }

  /** Removes the number that the page gives a note, which may be an element of its own. */
  #withoutMark(note: number, text: string): string {
    const mark = this.#hasMark ? '' : (this.#notes.marks.get(note) ?? '');
    const rest = text.replace(/^[\s[(]+/, '');
    if (mark === '' || !rest.startsWith(mark) || /^[\p{L}\p{N}]/u.test(rest.slice(mark.length))) return text;
    this.#hasMark = true;
    return rest.slice(mark.length);
  }

  #push(html: string): void {
    if (html !== '') this.#output.push(html);
  }

  #open(name: string, attributes: Attributes): string {
    if (JOINED.has(name) && this.#output.at(-1) === closeTag(name)) {
      this.#output.pop();
      return closeTag(name);
    }
    return this.#openTag(
      name,
      name === 'a' ? linkAttributes(attributes, this.#relativeLinks) : keptAttributes(name, attributes),
    );
  }

  #openTag(name: string, attributes: Attributes): string {
    this.#push(openTag(name, attributes));
    return closeTag(name);
  }
}

function keptAttributes(name: string, attributes: Attributes): Attributes {
  const kept = ATTRIBUTES.get(name);
  return new Map([...attributes].filter(([key]) => kept?.has(key)));
}

const noteAttributes = (number: number, role: 'reference' | 'text'): Attributes =>
  new Map([
    ['data-note', `sdfootnote${number}`],
    ['data-role', role],
  ]);

/**
 * Keeps addresses with their titles, and marks of notes (`sdfootnote1sym` is LibreOffice's name for the reference of footnote 1). Markdown has no
 * anchors, so links within the document become text.
 */
function linkAttributes(attributes: Attributes, relative: RelativeLinks): Attributes {
  const href = attributes.get('href') ?? '';
  const note = /^#(sd(?:foot|end)note\d+)(sym|anc)$/.exec(href);
  if (note !== null)
    return new Map([
      ['data-note', note[1] ?? ''],
      ['data-role', note[2] === 'sym' ? 'reference' : 'text'],
    ]);
  const address = href.startsWith('#') ? null : linkAddress(href, null, relative);
  if (address === null) return new Map();
  const title = attributes.get('title')?.trim() ?? '';
  return new Map([['href', address], ...(title === '' ? [] : [['title', title] as const])]);
}
