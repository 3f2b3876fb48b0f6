import { type CleanCss, cleanDeclarations, cleanStylesheet } from './css.ts';
import { baseAddress, linkAddress, pictureAddress } from './html-addresses.ts';
import {
  BODY_ATTRIBUTES,
  clampCount,
  EMBEDDING,
  LOADING,
  RENAMED,
  sanitizedBody,
  WITHOUT_CONTENT,
} from './html-policy.ts';
import {
  type Attributes,
  attributesOf,
  type Document,
  type Element,
  parseHtml,
  rename,
  setAttributes,
  setText,
  textOf,
  type Verdict,
  walk,
} from './html-tree.ts';
import { htmlPage } from './html-writer.ts';

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

/** A document that refers to nothing outside; what it may hold besides is up to html-policy.ts. */
export interface LocalPage {
  readonly document: Document;
  readonly title: string;
  readonly metadata: Attributes;
  /** Clean CSS. */
  readonly styles: readonly string[];
  readonly htmlAttributes: Attributes;
  readonly bodyAttributes: Attributes;
  readonly removed: Removed;
}

/**
 * An HTML document that holds all it needs: only elements and attributes that load nothing, pictures only as `data:` with a
 * bitmap in it, balanced and not too deep.
 */
export function cleanPage(html: string, options: CleaningOptions = {}): CleanPage {
  const page = makeLocal(html, options);
  return { html: htmlPage({ ...page, body: sanitizedBody(page.document) }), removed: page.removed };
}

/** Takes out of a document what it would load, and its head, scripts and comments. */
export function makeLocal(html: string, options: CleaningOptions): LocalPage {
  const document = parseHtml(html);
  const cleaner = new Cleaner(options);
  walk(document, null, (element) => [cleaner.visit(element), null]);
  return { ...cleaner.result(), document };
}

/** Metadata that becomes properties of the document. */
const METADATA: ReadonlySet<string> = new Set(['author', 'description', 'keywords']);

class Cleaner {
  readonly #picture: (address: string) => string | null;
  readonly #keepComments: boolean;
  readonly #styles: string[] = [];
  readonly #metadata = new Map<string, string>();
  readonly #removed = { references: 0, links: 0, scripts: 0 };
  #htmlAttributes: Attributes = new Map();
  #bodyAttributes: Attributes = new Map();
  #base: string | null = null;
  #title: string | null = null;
  readonly #defaultTitle: string;

  constructor({ picture = pictureAddress, keepComments = false, title = '' }: CleaningOptions) {
    this.#picture = picture;
    this.#keepComments = keepComments;
    this.#defaultTitle = title;
  }

  result(): Omit<LocalPage, 'document'> {
    return {
      title: this.#title || this.#defaultTitle,
      metadata: this.#metadata,
      styles: this.#styles,
      htmlAttributes: this.#htmlAttributes,
      bodyAttributes: this.#bodyAttributes,
      removed: this.#removed,
    };
  }

  visit(element: Element): Verdict {
    if (element.tagName === 'comment' && this.#keepComments) return toCellComment(element);
    if (WITHOUT_CONTENT.has(element.tagName)) return this.#leaveOut(element);
    const attributes = attributesOf(element);
    const clean = this.#clean(element.tagName, attributes);
    rename(element, RENAMED.get(element.tagName) ?? element.tagName);
    setAttributes(element, clean);
    switch (element.tagName) {
      case 'img':
        return this.#visitImage(element, attributes.get('src'), clean);
      case 'meta':
        this.#readMeta(attributes);
        return 'drop';
      case 'base':
        this.#base ??= baseAddress(attributes.get('href') ?? '');
        return 'drop';
      case 'link':
        if (attributes.has('href')) this.#removed.references++;
        return 'drop';
      case 'html':
        this.#htmlAttributes = new Map([...clean].filter(([key]) => key === 'lang' || key === 'dir'));
        return 'unwrap';
      case 'body':
        this.#bodyAttributes = new Map([...clean].filter(([key]) => BODY_ATTRIBUTES.has(key)));
        return 'unwrap';
      default:
        return 'keep';
    }
  }

  #leaveOut(element: Element): 'drop' {
    if (element.tagName === 'script') this.#removed.scripts++;
    else if (EMBEDDING.has(element.tagName)) this.#removed.references++;
    else if (element.tagName === 'title') this.#title ??= textOf(element).replace(/\s+/g, ' ').trim();
    else if (element.tagName === 'style') this.#readStyle(textOf(element));
    return 'drop';
  }

  /** A picture that cannot stay leaves its alternative text, as in a browser. */
  #visitImage(image: Element, address: string | undefined, clean: Map<string, string>): Verdict {
    const source = address === undefined ? null : this.#picture(address);
    if (source !== null) {
      setAttributes(image, clean.set('src', source));
      return 'keep';
    }
    if (address !== undefined) this.#removed.references++;
    setText(image, clean.get('alt') ?? '');
    return 'unwrap';
  }

  #readMeta(attributes: Attributes): void {
    const name = attributes.get('name')?.toLowerCase() ?? '';
    if (METADATA.has(name)) this.#metadata.set(name, attributes.get('content') ?? '');
    if (attributes.get('http-equiv')?.toLowerCase() === 'refresh') this.#removed.references++;
  }

  #readStyle(text: string): void {
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

function toCellComment(element: Element): 'keep' {
  rename(element, 'span');
  setAttributes(element, new Map([['class', 'comment']]));
  return 'keep';
}
