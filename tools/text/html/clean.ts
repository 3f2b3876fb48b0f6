import { baseAddress, linkAddress, pictureAddress } from './addresses.ts';
import { type CleanCss, cleanDeclarations, cleanStylesheet } from './css.ts';
import type { Attributes, HtmlHandler } from './events.ts';
import { limitDepth } from './limits.ts';
import { allowedElement, clampCount, EMBEDDING, LOADING, pageAttributes, RENAMED, WITHOUT_CONTENT } from './policy.ts';
import { readHtml } from './reader.ts';
import { type HtmlPage, HtmlWriter, htmlPage } from './writer.ts';

/** What was taken out of a document, for a warning. */
export interface Removed {
  /** Pictures, style sheets, frames, objects, backgrounds: what a browser would have loaded or played. */
  readonly references: number;
  /** Links whose address cannot stay (relative, `file:`, `javascript:`); their text stayed. */
  readonly links: number;
  readonly scripts: number;
}

export interface CleanPage {
  readonly html: string;
  readonly removed: Removed;
}

export interface CleaningOptions {
  /** For a document that has no title of its own. */
  readonly title?: string;
  /** What a picture's address becomes; null: the picture is left out. Default: pictureAddress. */
  readonly picture?: (address: string) => string | null;
  /**
   * LibreOffice's element `comment`, the comment at a cell that shows when the mouse is on it: kept as a `span` of the class
   * `comment`. Default: left out, it is not text of the page.
   */
  readonly keepComments?: boolean;
}

/** A clean document without what its body holds. */
export interface PageFrame extends Omit<HtmlPage, 'body' | 'isModern'> {
  readonly removed: Removed;
}

/**
 * An HTML document that holds all it needs: only elements and attributes that load nothing, pictures only as `data:` with a
 * bitmap in it, balanced and not too deep. Linear in the length.
 */
export function cleanPage(html: string, options: CleaningOptions = {}): CleanPage {
  const writer = new HtmlWriter();
  const frame = cleanBodyInto(writer, html, options);
  return { html: htmlPage({ ...frame, body: writer.html() }), removed: frame.removed };
}

/** Passes the body of a document on to `handler`, clean as by cleanPage; returns the rest of it. */
export function cleanBodyInto(handler: HtmlHandler, html: string, options: CleaningOptions): PageFrame {
  const cleaner = new Cleaner(limitDepth(handler), options);
  readHtml(html, cleaner);
  return cleaner.result();
}

/** Metadata that becomes properties of the document. */
const METADATA: ReadonlySet<string> = new Set(['author', 'description', 'keywords']);

/** Parses the head, makes addresses and styles local, and returns what the sanitizer permits. */
class Cleaner implements HtmlHandler {
  readonly #body: HtmlHandler;
  readonly #picture: (address: string) => string | null;
  readonly #keepComments: boolean;
  readonly #defaultTitle: string;
  readonly #styles: string[] = [];
  readonly #metadata = new Map<string, string>();
  readonly #removed = { references: 0, links: 0, scripts: 0 };
  #htmlAttributes: Attributes = new Map();
  #bodyAttributes: Attributes = new Map();
  #base: string | null = null;
  #title: string | null = null;
  /** The open elements as the body knows them; null for those that it does not get. */
  readonly #open: (string | null)[] = [];
  /** The text of a title or style, until it ends. */
  #collected: string[] | null = null;
  /** Open elements inside the one that is left out, that one included. */
  #dropped = 0;

  constructor(body: HtmlHandler, { picture = pictureAddress, keepComments = false, title = '' }: CleaningOptions) {
    this.#body = body;
    this.#picture = picture;
    this.#keepComments = keepComments;
    this.#defaultTitle = title;
  }

  open(name: string, attributes: Attributes): void {
    if (this.#dropped > 0) {
      this.#dropped++;
      return;
    }
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
      this.#dropped--;
      return;
    }
    const inBody = this.#open.pop() ?? null;
    if (inBody !== null) this.#body.close(inBody);
    else if (this.#collected !== null) this.#endCollecting(name, this.#collected.join(''));
  }

  text(text: string): void {
    if (this.#dropped > 0) return;
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

  /** The only way for an element into the body. */
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

  /** A picture that cannot stay leaves its alternative text, as in a browser. */
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
    // The comment's element has another name now.
    if (css !== '')
      this.#styles.push(this.#keepComments ? css.replace(/(?<![.\w-])comment(?![\w-])/g, '.comment') : css);
  }

  /** Attributes without what would be loaded; the order stays. */
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
      const address = linkAddress(value, this.#base);
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
