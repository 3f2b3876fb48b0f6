import { cleanDeclarations, cleanStylesheet } from './css.ts';
import { baseAddress, linkAddress, pictureAddress } from './html-addresses.ts';
import { clampCount, type ElementRule, elementRule, isKeptAttribute, loads } from './html-allowed.ts';
import { type Attributes, type HtmlHandler, readHtml } from './html-reader.ts';
import { closeTag, escapeText, htmlPage, openTag } from './html-writer.ts';

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
   * `comment`. Default: left out, it is no text of the page.
   */
  readonly keepComments?: boolean;
}

/** Metadata that becomes properties of the document. */
const METADATA: ReadonlySet<string> = new Set(['author', 'description', 'keywords']);

/**
 * An HTML document that holds all it needs: only elements and attributes that load nothing, pictures only as `data:` with a
 * bitmap in it, balanced and not too deep. Linear in the length.
 */
export function cleanPage(html: string, options: CleaningOptions = {}): CleanPage {
  const cleaner = new Cleaner(options);
  readHtml(html, cleaner);
  return cleaner.result(options.title ?? '');
}

const COMMENT: ElementRule = { kind: 'keep', name: 'span' };
const COMMENT_ATTRIBUTES: Attributes = new Map([['class', 'comment']]);

class Cleaner implements HtmlHandler {
  readonly #picture: (address: string) => string | null;
  readonly #keepComments: boolean;
  readonly #body: string[] = [];
  readonly #styles: string[] = [];
  readonly #metadata = new Map<string, string>();
  #htmlAttributes: Attributes = new Map();
  #bodyAttributes: Attributes = new Map();
  #base: string | null = null;
  /** Closing tags of the open elements; null inside of one that is left out. */
  readonly #closing: string[] = [];
  /** Where the text goes: to the body, or into one of these until the element ends. */
  #collecting: { readonly kind: 'title' | 'style'; readonly parts: string[] } | null = null;
  #title: string | null = null;
  /** Open elements inside the one that is left out, that one included. */
  #dropped = 0;
  #references = 0;
  #links = 0;
  #scripts = 0;

  constructor({ picture = pictureAddress, keepComments = false }: CleaningOptions) {
    this.#picture = picture;
    this.#keepComments = keepComments;
  }

  open(name: string, attributes: Attributes): void {
    if (this.#dropped > 0) {
      this.#dropped++;
      return;
    }
    const isComment = name === 'comment' && this.#keepComments;
    const rule: ElementRule = isComment ? COMMENT : elementRule(name);
    if (rule.kind === 'drop') {
      this.#dropped = 1;
      if (name === 'script') this.#scripts++;
      else if (rule.embeds) this.#references++;
      return;
    }
    this.#closing.push(
      rule.kind === 'keep'
        ? this.#openKept(rule.name, isComment ? COMMENT_ATTRIBUTES : attributes)
        : this.#openSpecial(name, attributes),
    );
  }

  close(name: string): void {
    if (this.#dropped > 0) {
      this.#dropped--;
      return;
    }
    this.#body.push(this.#closing.pop() ?? '');
    if (this.#collecting?.kind === name) this.#endCollecting(this.#collecting.parts.join(''));
  }

  text(text: string): void {
    if (this.#dropped > 0) return;
    if (this.#collecting === null) this.#body.push(escapeText(text));
    else this.#collecting.parts.push(text);
  }

  result(title: string): CleanPage {
    const html = htmlPage({
      title: this.#title || title,
      metadata: this.#metadata,
      styles: this.#styles,
      htmlAttributes: this.#htmlAttributes,
      bodyAttributes: this.#bodyAttributes,
      body: this.#body.join(''),
    });
    return {
      html,
      removed: {
        references: this.#references,
        links: this.#links,
        scripts: this.#scripts,
      },
    };
  }

  /** Writes the opening tag; returns the closing one. */
  #openKept(name: string, attributes: Attributes): string {
    this.#body.push(openTag(name, this.#clean(name, attributes)));
    return closeTag(name);
  }

  /** Elements that are not simply kept. Returns the closing tag. */
  #openSpecial(name: string, attributes: Attributes): string {
    const clean = this.#clean(name, attributes);
    if (name === 'img') return this.#openImage(attributes, clean);
    if (name === 'title' || name === 'style') this.#collecting = { kind: name, parts: [] };
    else if (name === 'meta') this.#readMeta(attributes);
    else if (name === 'base') this.#readBase(attributes);
    else if (name === 'link' && attributes.has('href')) this.#references++;
    else if (name === 'html')
      this.#htmlAttributes = new Map([...clean].filter(([key]) => key === 'lang' || key === 'dir'));
    else if (name === 'body') this.#bodyAttributes = clean;
    return '';
  }

  /** A picture that cannot stay leaves its alternative text, as in a browser. */
  #openImage(attributes: Attributes, clean: Map<string, string>): string {
    const address = attributes.get('src');
    const source = address === undefined ? null : this.#picture(address);
    if (source !== null) this.#body.push(openTag('img', clean.set('src', source)));
    else this.#body.push(escapeText(attributes.get('alt') ?? ''));
    if (source === null && address !== undefined) this.#references++;
    return '';
  }

  #readMeta(attributes: Attributes): void {
    const name = attributes.get('name')?.toLowerCase() ?? '';
    if (METADATA.has(name)) this.#metadata.set(name, attributes.get('content') ?? '');
    if (attributes.get('http-equiv')?.toLowerCase() === 'refresh') this.#references++;
  }

  #readBase(attributes: Attributes): void {
    this.#base ??= baseAddress(attributes.get('href') ?? '');
  }

  #endCollecting(text: string): void {
    const kind = this.#collecting?.kind;
    this.#collecting = null;
    if (kind === 'title') {
      this.#title ??= text.replace(/\s+/g, ' ').trim();
      return;
    }
    const { css, references } = cleanStylesheet(text);
    this.#references += references;
    // The comment's element has another name now.
    if (css !== '')
      this.#styles.push(this.#keepComments ? css.replace(/(?<![.\w-])comment(?![\w-])/g, '.comment') : css);
  }

  #clean(element: string, attributes: Attributes): Map<string, string> {
    const clean = new Map<string, string>();
    for (const [name, value] of attributes) {
      if (name === 'style') this.#cleanStyle(value, clean);
      else if (name === 'href' && element === 'a') this.#cleanLink(value, clean);
      else if (loads(name)) this.#references += element === 'img' && name === 'src' ? 0 : 1;
      else if (isKeptAttribute(name, element)) clean.set(name, clampCount(name, value));
    }
    return clean;
  }

  #cleanStyle(value: string, clean: Map<string, string>): void {
    const { css, references } = cleanDeclarations(value);
    this.#references += references;
    if (css !== '') clean.set('style', css);
  }

  #cleanLink(value: string, clean: Map<string, string>): void {
    const address = linkAddress(value, this.#base);
    if (address === null) this.#links++;
    else clean.set('href', address);
  }
}
