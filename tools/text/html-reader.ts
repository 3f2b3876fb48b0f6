import { type ChildNode, type Element, PageParser, type ParentNode } from './html-parser.ts';

/** Names are in lower case; the first of several attributes of one name counts. */
export type Attributes = ReadonlyMap<string, string>;

/** What a document consists of, in order. Every element that opens also closes, and they do not overlap. */
export interface HtmlHandler {
  open(name: string, attributes: Attributes): void;
  close(name: string): void;
  /** Entities are resolved. One run of text may come in pieces. */
  text(text: string): void;
}

/** Characters that are parsed at once: the tree of a whole page of 64 MiB takes gigabytes. */
const PIECE_LENGTH = 1024 * 1024;

/**
 * Reads HTML as it is found, as a browser without scripts understands it (parse5): tags in any order, unclosed, misnested.
 * Comments, processing instructions and document types are left out. Text that starts as XML may hold CDATA sections.
 *
 * What cannot change any more is passed on after each piece, and so are elements that are still open then. Where one of
 * those turns out to be misnested, it stays where it was opened: formatting reaches to the end of the block that it
 * crosses, and text between the parts of a table comes after it. Time is linear in the length of the text; so is memory
 * for texts and attribute values, not for elements.
 */
export function readHtml(html: string, handler: HtmlHandler): void {
  const isXml = /^[\s\ufeff]{0,64}<\?xml\s/.test(html.slice(0, 80));
  const text = isXml ? withoutCdata(html) : html;
  const parser = new PageParser(isXml);
  const tree = new GrowingTree(parser, handler);
  for (let at = 0; at < text.length; at += PIECE_LENGTH) {
    parser.tokenizer.write(text.slice(at, at + PIECE_LENGTH), false);
    tree.passOn();
  }
  parser.tokenizer.write('', true);
  tree.end();
}

/** The tree while it is parsed. What was passed on is gone from it, but for the elements that are still open. */
class GrowingTree {
  readonly #parser: PageParser;
  readonly #handler: HtmlHandler;
  /** From the document inwards: elements of which the opening was passed on and the end was not. */
  readonly #path: ParentNode[];
  readonly #passedOn = new WeakSet<ParentNode>();

  constructor(parser: PageParser, handler: HtmlHandler) {
    this.#parser = parser;
    this.#handler = handler;
    this.#path = [parser.document];
  }

  passOn(): void {
    // Until the body begins, what comes late may still go into the head.
    if (this.#parser.openElements.depth >= 2) this.#advance(this.#growing());
  }

  end(): void {
    this.#advance(new Set());
  }

  /** Nodes that can get further content: the open elements and all around them. */
  #growing(): Set<ParentNode> {
    const { items, stackTop } = this.#parser.openElements;
    const growing = new Set<ParentNode>([this.#parser.document]);
    for (let node of items.slice(0, stackTop + 1) as (ParentNode | null | undefined)[]) {
      // The stack leaves a gap where an element was taken out of its middle.
      while (node && !growing.has(node)) {
        growing.add(node);
        node = 'parentNode' in node ? node.parentNode : null;
      }
    }
    return growing;
  }

  #advance(growing: ReadonlySet<ParentNode>): void {
    for (let node = this.#path.at(-1); node !== undefined; node = this.#path.at(-1)) {
      const next = this.#passOnChildren(node, growing);
      if (next !== null) {
        this.#passedOn.add(next);
        this.#path.push(next);
        this.#handler.open(next.tagName, attributesOf(next));
      } else if (growing.has(node)) {
        return;
      } else {
        this.#path.pop();
        if ('tagName' in node) this.#handler.close(node.tagName);
      }
    }
  }

  /** Up to the first child that can get further content; returns that. */
  #passOnChildren(parent: ParentNode, growing: ReadonlySet<ParentNode>): Element | null {
    const children = parent.childNodes;
    for (const [index, child] of children.entries()) {
      if ('tagName' in child && growing.has(child) && !this.#passedOn.has(child)) {
        // The child stays, as the parser may put something before it.
        parent.childNodes = children.slice(index);
        return child;
      }
      this.#passOnWhole(child);
    }
    parent.childNodes = [];
    return null;
  }

  #passOnWhole(node: ChildNode): void {
    if ('tagName' in node) {
      if (this.#passedOn.has(node)) return;
      this.#handler.open(node.tagName, attributesOf(node));
      for (const child of node.childNodes) this.#passOnWhole(child);
      this.#handler.close(node.tagName);
    } else if (node.nodeName === '#text' && 'value' in node) {
      this.#handler.text(node.value);
    }
  }
}

function attributesOf({ attrs }: Element): Attributes {
  return new Map(attrs.map(({ name, value }) => [name, value]));
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
