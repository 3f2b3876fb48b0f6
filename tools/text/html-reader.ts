import { type DefaultTreeAdapterMap, defaultTreeAdapter, html as names, Parser, Token, TokenizerMode } from 'parse5';
import { type Document, walk } from './html-tree.ts';

/**
 * A document as a browser without scripts understands it (parse5), nested no deeper than limitDepth leaves it. Text that
 * starts as XML may close an element in its opening tag and hold CDATA sections.
 */
export function parseHtml(html: string): Document {
  const isXml = /^[\s\ufeff]{0,64}<\?xml\s/.test(html.slice(0, 80));
  const parser = new PageParser(isXml);
  parser.tokenizer.write(isXml ? withoutCdata(html) : html, true);
  limitDepth(parser.document);
  return parser.document;
}

/** Formatting elements that were never closed and go on in the next paragraph: the last of them. */
const CARRIED_ON = 48;

class PageParser extends Parser<DefaultTreeAdapterMap> {
  readonly #isXml: boolean;

  constructor(isXml: boolean) {
    // Without a doctype a table would stay inside of a paragraph; all pages that are written have one.
    const treeAdapter = { ...defaultTreeAdapter, getDocumentMode: () => names.DOCUMENT_MODE.NO_QUIRKS };
    super({ scriptingEnabled: false, treeAdapter });
    this.#isXml = isXml;
  }

  /** Each paragraph repeats all of them, so without a limit a page of 30 KB becomes millions of elements. */
  override _reconstructActiveFormattingElements(): void {
    let carried = 0;
    for (let entry = this.activeFormattingElements.newest; entry !== null && 'element' in entry; ) {
      const { older } = entry;
      if (++carried > CARRIED_ON) this.activeFormattingElements.removeEntry(entry);
      entry = older;
    }
    super._reconstructActiveFormattingElements();
  }

  override onStartTag(token: Token.TagToken): void {
    super.onStartTag(token);
    if (!this.#isXml || !token.selfClosing || token.ackSelfClosing) return;
    this.onEndTag({ ...token, type: Token.TokenType.END_TAG, selfClosing: false, attrs: [] });
    // An empty `title` or `script` has no text to be read as such.
    this.tokenizer.state = TokenizerMode.DATA;
  }

  /** The end of a paragraph that has already ended would become an empty paragraph. */
  override onEndTag(token: Token.TagToken): void {
    const isStray = token.tagName === 'p' && !this.openElements.hasInButtonScope(names.TAG_ID.P);
    if (!isStray) super.onEndTag(token);
  }
}

function withoutCdata(xml: string): string {
  const [before = '', ...sections] = xml.split('<![CDATA[');
  const texts = sections.map((section) => {
    const end = section.indexOf(']]>');
    const text = end === -1 ? section : section.slice(0, end);
    return `${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}${end === -1 ? '' : section.slice(end + 3)}`;
  });
  return [before, ...texts].join('');
}

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

/** What a table consists of: it goes with the one around it, or it would become a part of one further out. */
const TABLE_PARTS: ReadonlySet<string> = new Set('caption col colgroup tbody td tfoot th thead tr'.split(' '));

/** They have no levels, or are left out whole; without its tags, a script would be text of the document. */
const LEAVES: ReadonlySet<string> = new Set(
  'bgsound br embed frame hr iframe img input math noembed noframes script style svg title'.split(' '),
);

interface Depth {
  readonly all: number;
  readonly inline: number;
  readonly tables: number;
  /** Inside of a table that lost its tags. */
  readonly inFlatTable: boolean;
}

function limitDepth(document: Document): void {
  walk<Depth>(document, { all: 0, inline: 0, tables: 0, inFlatTable: false }, ({ tagName }, depth) => {
    if (LEAVES.has(tagName)) return ['keep', depth];
    const isTable = tagName === 'table';
    const isInline = INLINE.has(tagName);
    const isTooDeep =
      (isInline ? depth.inline >= DEEPEST_INLINE : depth.all >= DEEPEST) ||
      (isTable && depth.tables >= DEEPEST_TABLE) ||
      (depth.inFlatTable && TABLE_PARTS.has(tagName));
    const inFlatTable = isTable ? isTooDeep : depth.inFlatTable;
    if (isTooDeep) return ['unwrap', { ...depth, inFlatTable }];
    const { all, inline, tables } = depth;
    return ['keep', { all: all + 1, inline: inline + Number(isInline), tables: tables + Number(isTable), inFlatTable }];
  });
}
