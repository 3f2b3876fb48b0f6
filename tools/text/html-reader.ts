import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { openAfter, openAfterClosing } from './html-nesting.ts';

/** Names are in lower case; the first of several attributes of one name counts. */
export type Attributes = ReadonlyMap<string, string>;

/** What a document consists of, in order. Every element that opens also closes, and they do not overlap. */
export interface HtmlHandler {
  open(name: string, attributes: Attributes): void;
  close(name: string): void;
  /** Entities are resolved; what is inside `script` and `style` comes as it is. One run of text may come in pieces. */
  text(text: string): void;
}

/** Elements without content. */
export const VOID_ELEMENTS: ReadonlySet<string> = new Set(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr'.split(' '),
);

/**
 * Elements nested deeper lose their tags and keep their text; browsers do the same at 512. LibreOffice recurses for each
 * level, and what a document needs stays far below.
 */
const DEEPEST = 128;
/** Inline elements that were never closed must not use up the levels of the blocks. */
const DEEPEST_INLINE = 48;
/** A table in a table costs LibreOffice much more than any other level. */
const DEEPEST_TABLE = 12;

const INLINE: ReadonlySet<string> = new Set(
  (
    'a abbr acronym b bdi bdo big blink cite code del dfn em font i ins kbd label mark nobr q s samp small span strike ' +
    'strong sub sup tt u var'
  ).split(' '),
);

/** What lists and tables consist of: it goes with the one around it, or it would become a part of one further out. */
const WHOLES = new Map<string, readonly string[]>([
  ['li', ['ul', 'ol', 'menu', 'dir']],
  ...['dd', 'dt'].map((name) => [name, ['dl']] as const),
  ...['tr', 'td', 'th', 'tbody', 'thead', 'tfoot', 'caption', 'colgroup'].map((name) => [name, ['table']] as const),
]);

/** Markup of another language: comes as one element whose inside has no part in the nesting of HTML. */
const FOREIGN: ReadonlySet<string> = new Set(['svg', 'math']);

/**
 * Reads HTML as it is found: tags in any order, unclosed, misnested, in any depth. Time and memory are linear in the length
 * of the text. Comments, processing instructions and document types are left out. XHTML (text that starts as XML) may
 * close an element in its opening tag.
 */
export function readHtml(html: string, handler: HtmlHandler): void {
  const isXml = /^[\s\ufeff]{0,64}<\?xml\s/.test(html.slice(0, 80));
  const tokenizer = new Tokenizer({ recognizeSelfClosing: isXml }, new Reader(html, isXml, handler));
  tokenizer.write(html);
  tokenizer.end();
}

class Reader implements TokenizerCallbacks {
  readonly #html: string;
  readonly #isXml: boolean;
  readonly #handler: HtmlHandler;
  readonly #open: string[] = [];
  #inlines = 0;
  #tables = 0;
  /** Open elements that lost their tags, by name, so that their closing tags close no other. */
  readonly #flattened = new Map<string, number>();
  /** Inside `svg` or `math`: how many of them are open. */
  #foreign: { name: string; depth: number } | null = null;
  #name = '';
  #attributes = new Map<string, string>();
  #attributeName = '';
  #attributeValue: string[] = [];

  constructor(html: string, isXml: boolean, handler: HtmlHandler) {
    this.#html = html;
    this.#isXml = isXml;
    this.#handler = handler;
  }

  ontext(start: number, end: number): void {
    if (this.#foreign === null) this.#handler.text(this.#html.slice(start, end));
  }

  ontextentity(codepoint: number): void {
    if (this.#foreign === null) this.#handler.text(String.fromCodePoint(codepoint));
  }

  onopentagname(start: number, end: number): void {
    const name = this.#html.slice(start, end).toLowerCase();
    this.#name = name === 'image' ? 'img' : name;
    this.#attributes = new Map();
  }

  onattribname(start: number, end: number): void {
    this.#attributeName = this.#html.slice(start, end).toLowerCase();
  }

  onattribdata(start: number, end: number): void {
    this.#attributeValue.push(this.#html.slice(start, end));
  }

  onattribentity(codepoint: number): void {
    this.#attributeValue.push(String.fromCodePoint(codepoint));
  }

  onattribend(): void {
    if (!this.#attributes.has(this.#attributeName)) {
      this.#attributes.set(this.#attributeName, this.#attributeValue.join(''));
    }
    this.#attributeValue = [];
  }

  onopentagend(): void {
    this.#opened(false);
  }

  onselfclosingtag(): void {
    this.#opened(this.#isXml || this.#foreign !== null || FOREIGN.has(this.#name));
  }

  onclosetag(start: number, end: number): void {
    const name = this.#html.slice(start, end).toLowerCase();
    if (this.#foreign !== null) {
      if (name === this.#foreign.name && --this.#foreign.depth === 0) this.#leaveForeign();
    } else if (name === 'br') {
      this.#opened(false, name);
    } else if (!this.#closeFlattened(name)) {
      this.#closeTo(openAfterClosing(this.#open, name));
    }
  }

  onend(): void {
    if (this.#foreign !== null) this.#leaveForeign();
    this.#closeTo(0);
  }

  isInForeignContext(): boolean {
    return this.#foreign !== null;
  }

  oncdata(start: number, end: number, endOffset: number): void {
    if (this.#isXml) this.ontext(start, end - endOffset);
  }

  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}

  #opened(closed: boolean, name = this.#name): void {
    if (this.#foreign !== null) {
      if (name === this.#foreign.name && !closed) this.#foreign.depth++;
      return;
    }
    if (WHOLES.get(name)?.some((whole) => this.#isFlattened(whole))) {
      this.#flatten(name);
      return;
    }
    this.#closeTo(openAfter(this.#open, name));
    if (VOID_ELEMENTS.has(name) || closed) {
      this.#handler.open(name, this.#attributes);
      this.#handler.close(name);
    } else if (FOREIGN.has(name)) {
      this.#handler.open(name, this.#attributes);
      this.#foreign = { name, depth: 1 };
    } else if (this.#isTooDeep(name)) {
      this.#flatten(name);
    } else {
      this.#open.push(name);
      this.#count(name, 1);
      this.#handler.open(name, this.#attributes);
    }
  }

  #isTooDeep(name: string): boolean {
    if (name === 'script' || name === 'style') return false;
    if (name === 'table' && this.#tables >= DEEPEST_TABLE) return true;
    return INLINE.has(name) ? this.#inlines >= DEEPEST_INLINE : this.#open.length >= DEEPEST;
  }

  #isFlattened(name: string): boolean {
    return (this.#flattened.get(name) ?? 0) > 0;
  }

  #flatten(name: string): void {
    this.#flattened.set(name, (this.#flattened.get(name) ?? 0) + 1);
  }

  #closeFlattened(name: string): boolean {
    const isFlattened = this.#isFlattened(name);
    if (isFlattened) this.#flattened.set(name, (this.#flattened.get(name) ?? 0) - 1);
    return isFlattened;
  }

  #closeTo(length: number): void {
    while (this.#open.length > length) {
      const name = this.#open.pop() ?? '';
      this.#count(name, -1);
      this.#handler.close(name);
    }
  }

  #leaveForeign(): void {
    const name = this.#foreign?.name ?? '';
    this.#foreign = null;
    this.#handler.close(name);
  }

  #count(name: string, change: 1 | -1): void {
    if (INLINE.has(name)) this.#inlines += change;
    if (name === 'table') this.#tables += change;
  }
}
