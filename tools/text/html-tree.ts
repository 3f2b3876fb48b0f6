import {
  type DefaultTreeAdapterMap,
  type DefaultTreeAdapterTypes,
  defaultTreeAdapter,
  html as names,
  Parser,
  Token,
  TokenizerMode,
} from 'parse5';

export type Document = DefaultTreeAdapterTypes.Document;
export type Element = DefaultTreeAdapterTypes.Element;
type ParentNode = DefaultTreeAdapterTypes.ParentNode;
type ChildNode = DefaultTreeAdapterTypes.ChildNode;

/** Names are in lower case. */
export type Attributes = ReadonlyMap<string, string>;

/** What becomes of an element: it stays, its tags go and its content stays, or all of it goes. */
export type Verdict = 'keep' | 'unwrap' | 'drop';

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

/** They have no levels below them; without its tags, a script would be text of the document. */
const LEAVES: ReadonlySet<string> = new Set(
  'bgsound br embed frame hr iframe img input noembed noframes script style title'.split(' '),
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

/**
 * Goes through all elements below `root` in the order of the document and does what `visit` says; comments go.
 * Not recursive, linear in the size of the tree.
 * @param visit gets an element, with its content as it still is, and the state of the one around it; says what becomes of
 * it and the state of those in it. It may change the element's name, attributes and content.
 */
export function walk<State>(
  root: ParentNode,
  state: State,
  visit: (element: Element, state: State) => readonly [Verdict, State],
): void {
  const open = [{ parent: root, children: root.childNodes.values(), state }];
  root.childNodes = [];
  for (let level = open.at(-1); level !== undefined; level = open.at(-1)) {
    const { value: child, done } = level.children.next();
    if (done) open.pop();
    else if (!defaultTreeAdapter.isElementNode(child)) keepText(child, level.parent);
    else {
      const [verdict, inner] = visit(child, level.state);
      if (verdict === 'drop') continue;
      if (verdict === 'keep') append(child, level.parent);
      const parent = verdict === 'keep' ? child : level.parent;
      open.push({ parent, children: child.childNodes.values(), state: inner });
      if (verdict === 'keep') child.childNodes = [];
    }
  }
}

function keepText(node: ChildNode, parent: ParentNode): void {
  if (defaultTreeAdapter.isTextNode(node)) append(node, parent);
}

function append(node: ChildNode, parent: ParentNode): void {
  defaultTreeAdapter.appendChild(parent, node);
}

/** The text directly inside of an element: all that a `title` or `style` can hold. */
export function textOf(element: Element): string {
  return element.childNodes.map((node) => (defaultTreeAdapter.isTextNode(node) ? node.value : '')).join('');
}

/** Puts text in the place of an element's content. */
export function setText(element: Element, text: string): void {
  element.childNodes = [];
  defaultTreeAdapter.insertText(element, text);
}

/** Gives an element another name. */
export function rename(element: Element, name: string): void {
  element.tagName = name;
  element.nodeName = name;
}

export function attributesOf({ attrs }: Element): Map<string, string> {
  return new Map(attrs.map(({ name, value }) => [name, value]));
}

export function setAttributes(element: Element, attributes: Attributes): void {
  element.attrs = [...attributes].map(([name, value]) => ({ name, value }));
}
