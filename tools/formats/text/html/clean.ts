import { baseAddress, linkAddress, pictureAddress, type RelativeLinks } from './addresses.ts';
import { type CleanCss, cleanDeclarations, cleanStylesheet } from './css.ts';
import type { Attributes, HtmlHandler } from './events.ts';
import { limitDepth } from './limits.ts';
import { allowedElement, clampCount, EMBEDDING, LOADING, pageAttributes, RENAMED, WITHOUT_CONTENT } from './policy.ts';
import { readHtml } from './reader.ts';
import { type HtmlPage, HtmlWriter, htmlPage } from './writer.ts';

/** Content removed from a document, for a warning. */
export interface Removed {
  /** Pictures, style sheets, frames, objects, backgrounds: what a browser would have loaded or played. */
  readonly references: number;
  /** Links whose address was removed (relative, `file:`, `javascript:`); their text was kept. */
  readonly links: number;
  readonly scripts: number;
}

export interface CleanPage {
  readonly html: string;
  readonly removed: Removed;
}

export interface CleaningOptions {
  /** Title for a document that has none. */
  readonly title?: string;
  /** Maps a picture's address; null: the picture is left out. Default: pictureAddress. */
  readonly picture?: (address: string) => string | null;
  /**
   * Keeps LibreOffice's element `comment`, a cell comment that is shown on hover, as a `span` with the class `comment`. Default: left out,
   * because it is not text of the page.
   */
  readonly keepComments?: boolean;
  /**
   * Keeps the TeX that a formula (MathML) states of itself, as an element `math` that only contains it and whose attribute `display` is
   * `line` or `block`. Default: formulas are left out.
   */
  readonly keepFormulas?: boolean;
  /** Default: `removed`, see linkAddress. */
  readonly relativeLinks?: RelativeLinks;
}

/** A clean document without the content of its body. */
export interface PageFrame extends Omit<HtmlPage, 'body' | 'isModern'> {
  readonly removed: Removed;
}

/**
 * Returns a self-contained HTML document: only elements and attributes that load nothing, pictures only as `data:` with a bitmap, balanced
 * and not too deep. Linear in the length.
 */
export function cleanPage(html: string, options: CleaningOptions = {}): CleanPage {
  const writer = new HtmlWriter();
  const frame = cleanBodyInto(writer, html, options);
  return { html: htmlPage({ ...frame, body: writer.html() }), removed: frame.removed };
}

/** Passes the body of a document to `handler`, cleaned as in cleanPage; returns the rest of it. */
export function cleanBodyInto(handler: HtmlHandler, html: string, options: CleaningOptions): PageFrame {
  const cleaner = new Cleaner(limitDepth(handler), options);
  readHtml(html, cleaner);
  return cleaner.result();
}

/** Metadata that becomes document properties. */
const METADATA: ReadonlySet<string> = new Set(['author', 'description', 'keywords']);

/** Parses the head, makes addresses and styles local, and passes on what the sanitizer permits. */
class Cleaner implements HtmlHandler {
  readonly #body: HtmlHandler;
  readonly #picture: (address: string) => string | null;
  readonly #keepComments: boolean;
  readonly #keepFormulas: boolean;
  readonly #relativeLinks: RelativeLinks;
  readonly #defaultTitle: string;
  readonly #styles: string[] = [];
  readonly #metadata = new Map<string, string>();
  readonly #removed = { references: 0, links: 0, scripts: 0 };
  #htmlAttributes: Attributes = new Map();
  #bodyAttributes: Attributes = new Map();
  #base: string | null = null;
  #title: string | null = null;
  /** The open elements as the body has them; null for elements that it does not get. */
  readonly #open: (string | null)[] = [];
  /** Text of an open title or style. */
  #collected: string[] | null = null;
  /** The open formula: the TeX that it states, and how deep the element with it is. */
  #formula: { readonly display: string; tex: string; texAt: number } | null = null;
  /** Number of open elements inside one that is left out, including itself. */
  #dropped = 0;

  constructor(
    body: HtmlHandler,
    {
      picture = pictureAddress,
      keepComments = false,
      keepFormulas = false,
      relativeLinks = 'removed',
      title = '',
    }: CleaningOptions,
  ) {
    this.#body = body;
    this.#picture = picture;
    this.#keepComments = keepComments;
    this.#keepFormulas = keepFormulas;
    this.#relativeLinks = relativeLinks;
    this.#defaultTitle = title;
  }

  open(name: string, attributes: Attributes): void {
    if (this.#dropped > 0) {
      this.#dropped++;
      if (name === 'annotation' && /^application\/x-tex$/i.test(attributes.get('encoding') ?? '')) this.#beginTex();
      return;
    }
    if (this.#keepFormulas && this.#openFormula(name, attributes)) return;
    const isComment = name === 'comment' && this.#keepComments;
    if (name === 'title' || name === 'style') {
      this.#collected = [];
      this.#open.push(null);
    } else if (isComment) {
      this.#openInBody('span', new Map([['class', 'comment']]));
    } else if (WITHOUT_CONTENT.has(name)) {
      this.#dropped = 1;
      if (name === 'script') this.#removed.scripts++;
      else if (EMBEDDING.has(name)) this.#removed.references++;
    } else {
      this.#openCleaned(name, attributes, this.#clean(name, attributes));
    }
  }

  close(name: string): void {
    if (this.#dropped > 0) {
      this.#closeInDropped();
      return;
    }
    const inBody = this.#open.pop() ?? null;
    if (inBody !== null) this.#body.close(inBody);
    else if (this.#collected !== null) this.#endCollecting(name, this.#collected.join(''));
  }

  text(text: string): void {
    if (this.#dropped > 0) {
      if (this.#formula !== null && this.#formula.texAt > 0) this.#formula.tex += text;
      return;
    }
    if (this.#collected === null) this.#body.text(text);
    else this.#collected.push(text);
  }

  result(): PageFrame {
    return {
      title: this.#title || this.#defaultTitle,
      metadata: this.#metadata,
      styles: this.#styles,
      htmlAttributes: this.#htmlAttributes,
      bodyAttributes: this.#bodyAttributes,
      removed: this.#removed,
    };
  }

  /** Returns whether a formula begins, or the second form of one, which KaTeX adds for the eye. */
  #openFormula(name: string, attributes: Attributes): boolean {
    const isSeen = /(?:^|\s)katex-html(?:\s|$)/.test(attributes.get('class') ?? '');
    if (name !== 'math' && !isSeen) return false;
    const display = attributes.get('display') === 'block' ? 'block' : 'line';
    if (!isSeen) this.#formula = { display, tex: '', texAt: 0 };
    this.#dropped = 1;
    return true;
  }

  #beginTex(): void {
    if (this.#formula !== null && this.#formula.tex === '') this.#formula.texAt = this.#dropped;
  }

  #closeInDropped(): void {
    const formula = this.#formula;
    if (formula !== null && formula.texAt === this.#dropped) formula.texAt = 0;
    this.#dropped--;
    if (this.#dropped > 0 || formula === null) return;
    this.#formula = null;
    if (formula.tex.trim() === '') {
      this.#removed.references++;
      return;
    }
    this.#body.open('math', new Map([['display', formula.display]]));
    this.#body.text(formula.tex);
    this.#body.close('math');
  }

  /** Adds an element to the body; nothing else does, except for formulas. */
  #openInBody(name: string, attributes: Attributes): void {
    const element = allowedElement(name, attributes);
    this.#open.push(element?.name ?? null);
    if (element !== null) this.#body.open(element.name, element.attributes);
  }

  #openCleaned(name: string, attributes: Attributes, clean: Map<string, string>): void {
    if (name === 'img') {
      this.#openImage(attributes, clean);
      return;
    }
    if (name === 'html') this.#htmlAttributes = pageAttributes(name, clean);
    else if (name === 'body') this.#bodyAttributes = pageAttributes(name, clean);
    else if (name === 'meta') this.#readMeta(attributes);
    else if (name === 'base') this.#base ??= baseAddress(attributes.get('href') ?? '');
    else if (name === 'link' && attributes.has('href')) this.#removed.references++;
    this.#openInBody(RENAMED.get(name) ?? name, clean);
  }

  /** Replaces a removed picture with its alternative text, as a browser does. */
  #openImage(attributes: Attributes, clean: Map<string, string>): void {
    const address = attributes.get('src');
    const source = address === undefined ? null : this.#picture(address);
    if (source !== null) {
      this.#openInBody('img', clean.set('src', source));
      return;
    }
    if (address !== undefined) this.#removed.references++;
    this.#open.push(null);
    this.#body.text(attributes.get('alt') ?? '');
  }

  #readMeta(attributes: Attributes): void {
    const name = attributes.get('name')?.toLowerCase() ?? '';
    if (METADATA.has(name)) this.#metadata.set(name, attributes.get('content') ?? '');
    if (attributes.get('http-equiv')?.toLowerCase() === 'refresh') this.#removed.references++;
  }

  #endCollecting(name: string, text: string): void {
    this.#collected = null;
    if (name === 'title') {
      this.#title ??= text.replace(/\s+/g, ' ').trim();
      return;
    }
    const css = this.#countedCss(cleanStylesheet(text));
    // The comment's element has been renamed.
    if (css !== '')
      this.#styles.push(this.#keepComments ? css.replace(/(?<![.\w-])comment(?![\w-])/g, '.comment') : css);
  }

  /** Returns the attributes without addresses to load, in the same order. */
  #clean(element: string, attributes: Attributes): Map<string, string> {
    const clean = new Map<string, string>();
    for (const [name, value] of attributes) {
      const kept = this.#cleanValue(element, name, value);
      if (kept !== null) clean.set(name, kept);
    }
    return clean;
  }

  #cleanValue(element: string, name: string, value: string): string | null {
    if (name === 'style') return this.#countedCss(cleanDeclarations(value)) || null;
    if (name === 'href' && element === 'a') {
      const address = linkAddress(value, this.#base, this.#relativeLinks);
      if (address === null) this.#removed.links++;
      return address;
    }
    if (!LOADING.has(name)) return clampCount(name, value);
    if (element !== 'img' || name !== 'src') this.#removed.references++;
    return null;
  }

  #countedCss({ css, references }: CleanCss): string {
    this.#removed.references += references;
    return css;
  }
}
