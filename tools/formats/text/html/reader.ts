import type { Attributes, HtmlHandler } from './events.ts';
import { type Element, PageParser, type ParentNode } from './parser.ts';
import { escapeText } from './writer.ts';

/** Characters parsed at a time: the tree of a whole page of 64 MiB takes gigabytes. */
const PIECE_LENGTH = 1024 * 1024;

/**
 * Reads any HTML like a browser without scripts (parse5): tags in any order, unclosed, misnested. Comments, processing instructions and
 * document types are left out. Text that starts as XML may contain CDATA sections.
 *
 * After each piece, content that cannot change any more is passed on, and so are elements that are still open. If one of those turns out to
 * be misnested, it stays where it was opened: formatting reaches to the end of the block that it crosses, and text between the parts of a
 * table comes after it. Time is linear in the length of the text; so is memory for texts and attribute values, but not for elements.
 */
export function readHtml(html: string, handler: HtmlHandler, pieceLength = PIECE_LENGTH): void {
  const isXml = /^[\s\ufeff]{0,64}<\?xml\s/.test(html.slice(0, 80));
  const text = isXml ? withoutCdata(html) : html;
  const parser = new PageParser(isXml);
  const tree = new GrowingTree(parser, handler);
  for (let at = 0; at < text.length; at += pieceLength) {
    parser.tokenizer.write(text.slice(at, at + pieceLength), false);
    tree.passOn();
  }
  parser.tokenizer.write('', true);
  tree.end();
}

/** The tree while it is parsed. Nodes that were passed on are removed, except elements that are still open. */
class GrowingTree {
  readonly #parser: PageParser;
  readonly #handler: HtmlHandler;
  /** Elements being passed on, from the document inwards, each with the index of its next child. */
  readonly #path: { readonly node: ParentNode; next: number }[];
  /** Elements that stayed in the tree after they were passed on. */
  readonly #passedOn = new WeakSet<object>();

  constructor(parser: PageParser, handler: HtmlHandler) {
    this.#parser = parser;
    this.#handler = handler;
    this.#path = [{ node: parser.document, next: 0 }];
  }

  /** Passes on what has been parsed since. */
  passOn(): void {
    // Until the body begins, later content may still go into the head.
    if (this.#parser.openElements.depth < 2) return;
    this.#advance(this.#growing());
    for (const level of this.#path) {
      // The open child stays, because the parser may put something before it.
      level.node.childNodes = level.node.childNodes.slice(Math.max(0, level.next - 1));
      level.next = 0;
      if ('tagName' in level.node) this.#passedOn.add(level.node);
    }
  }

  end(): void {
    this.#advance(new Set());
  }

  /** Returns the nodes that can get more content: the open elements and all around them. */
  #growing(): Set<ParentNode> {
    const { items, stackTop } = this.#parser.openElements;
    const growing = new Set<ParentNode>([this.#parser.document]);
    for (let node of items.slice(0, stackTop + 1) as (ParentNode | null | undefined)[]) {
      // The stack has a gap if an element was removed from its middle.
      while (node && !growing.has(node)) {
        growing.add(node);
        node = 'parentNode' in node ? node.parentNode : null;
      }
    }
    return growing;
  }

  #advance(growing: ReadonlySet<ParentNode>): void {
    for (let level = this.#path.at(-1); level !== undefined; level = this.#path.at(-1)) {
      const { node } = level;
      const child = node.childNodes[level.next++];
      if (child === undefined) {
        if (growing.has(node)) return;
        this.#path.pop();
        if ('tagName' in node) this.#handler.close(node.tagName);
      } else if ('tagName' in child) {
        if (this.#passedOn.has(child)) continue;
        this.#path.push({ node: child, next: 0 });
        this.#handler.open(child.tagName, attributesOf(child));
      } else if ('value' in child) {
        this.#handler.text(child.value);
      }
    }
  }
}

function attributesOf({ attrs }: Element): Attributes {
  return new Map(attrs.map(({ name, value }) => [name, value]));
}

function withoutCdata(xml: string): string {
  return xml.replace(/<!\[CDATA\[(.*?)(?:\]\]>|$)/gs, (_, text: string) => escapeText(text));
}
