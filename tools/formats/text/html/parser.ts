import {
  type DefaultTreeAdapterMap,
  type DefaultTreeAdapterTypes,
  defaultTreeAdapter,
  html as names,
  Parser,
  Token,
  TokenizerMode,
} from 'parse5';

export type Element = DefaultTreeAdapterTypes.Element;
export type ParentNode = DefaultTreeAdapterTypes.ParentNode;

/**
 * Number of open elements beyond which the parser ignores further opening tags; browsers stop at 512 too. This limits the parser's stack;
 * limits.ts decides later what a document may have.
 */
const DEEPEST = 512;
/** The same limit for inline elements: unclosed ones leave room for blocks. */
const DEEPEST_INLINE = 256;

/** Number of unclosed formatting elements that continue in the next paragraph; the last ones count. */
const CARRIED_ON = 48;

/** Inline elements. */
export const INLINE: ReadonlySet<string> = new Set(
  (
    'a abbr acronym b bdi bdo big blink cite code del dfn em font i ins kbd label mark nobr q s samp small span strike ' +
    'strong sub sup tt u var'
  ).split(' '),
);

/** Elements whose content is not markup. Without their tags it would become markup. */
const RAW_TEXT: ReadonlySet<string> = new Set(
  'iframe noembed noframes plaintext script style textarea title xmp'.split(' '),
);

/**
 * parse5 as in a browser without scripts, with these exceptions. Text that starts as XML may close an element in its opening tag. The line
 * end after `<pre>` stays, because readers of the result remove it.
 */
export class PageParser extends Parser<DefaultTreeAdapterMap> {
  readonly #isXml: boolean;

  constructor(isXml: boolean) {
    super({ scriptingEnabled: false, treeAdapter: TREE });
    this.#isXml = isXml;
  }

  override onStartTag(token: Token.TagToken): void {
    if (this.#isTooDeep(token.tagName)) return;
    super.onStartTag(token);
    this.skipNextNewLine = false;
    if (!this.#isXml || !token.selfClosing || token.ackSelfClosing) return;
    this.onEndTag({ ...token, type: Token.TokenType.END_TAG, selfClosing: false, attrs: [] });
    // An empty `title` or `script` has no such text.
    this.tokenizer.state = TokenizerMode.DATA;
  }

  /** The end tag of a paragraph that has already ended would make an empty paragraph, which LibreOffice shows as a line. */
  override onEndTag(token: Token.TagToken): void {
    const isStray = token.tagName === 'p' && !this.openElements.hasInButtonScope(names.TAG_ID.P);
    if (!isStray) super.onEndTag(token);
  }

  /** Each paragraph repeats all of them, so without a limit a page of 30 KB becomes millions of elements. */
  override _reconstructActiveFormattingElements(): void {
    let carried = 0;
    for (let entry = this.activeFormattingElements.newest; entry !== null && 'element' in entry; ) {
      if (this.openElements.contains(entry.element)) break;
      const { older } = entry;
      if (++carried > CARRIED_ON) this.activeFormattingElements.removeEntry(entry);
      entry = older;
    }
    super._reconstructActiveFormattingElements();
  }

  #isTooDeep(name: string): boolean {
    const deepest = INLINE.has(name) ? DEEPEST_INLINE : DEEPEST;
    return this.openElements.depth >= deepest && !RAW_TEXT.has(name);
  }
}

const TREE: typeof defaultTreeAdapter = {
  ...defaultTreeAdapter,
  // Without a doctype a table would stay inside a paragraph; all pages that are written have one.
  getDocumentMode: () => names.DOCUMENT_MODE.NO_QUIRKS,
  // A template's content becomes its children, so it is passed on while it is read.
  getTemplateContent: (template) => template as unknown as DefaultTreeAdapterTypes.DocumentFragment,
  setTemplateContent() {},
};
