import { pictureAddress } from '../text/html/addresses.ts';
import { cleanBodyInto, type PageFrame } from '../text/html/clean.ts';
import type { Attributes, HtmlHandler } from '../text/html/events.ts';
import { HtmlWriter, openTag } from '../text/html/writer.ts';

export interface BodyOptions {
  /** Class of the element around it, to which its styles are limited. */
  readonly scope: string;
  /** How many levels its headings are below those of a page. */
  readonly below: number;
  /** Returns the `data:` address of a picture in the mail by its Content-ID; null: there is none. */
  readonly picture: (contentId: string) => string | null;
  /** Whether addresses of remote pictures are kept. */
  readonly remote: boolean;
}

export interface BodyHtml {
  readonly html: string;
  readonly styles: readonly string[];
  /** Whether there is something to see. */
  readonly isEmpty: boolean;
  /** Pictures on the web, loaded or not. */
  readonly remotePictures: number;
  /** Backgrounds on the web, which are removed. */
  readonly remoteBackgrounds: number;
}

/** Cleans the HTML of a mail (tools/formats/text/html/clean.ts) to a part of a page that does not affect the rest of it. */
export function bodyHtml(html: string, options: BodyOptions): BodyHtml {
  const writer = new HtmlWriter();
  const handler = new BodyHandler(writer, options);
  const frame = cleanBodyInto(handler, html, { picture: (address) => handler.pictureOf(address.trim()) });
  return {
    html: `${openTag('div', wrapperAttributes(frame, options.scope))}${writer.html()}</div>`,
    styles: frame.styles.map((style) => scopedStyle(style, `.${options.scope}`)).filter((style) => style !== ''),
    isEmpty: !handler.hasContent,
    remotePictures: handler.remotePictures,
    remoteBackgrounds: html.match(BACKGROUND)?.length ?? 0,
  };
}

const BACKGROUND = /(?:\bbackground\s*=\s*["']?|\burl\(\s*["']?)\s*(?:https?:)?\/\//gi;

/** The cleaner lets only `data:` addresses pass, so a remote one takes this form until it has. */
const REMOTE = 'data:,remote-';

class BodyHandler implements HtmlHandler {
  hasContent = false;
  remotePictures = 0;
  readonly #writer: HtmlWriter;
  readonly #options: BodyOptions;
  readonly #addresses: string[] = [];

  constructor(writer: HtmlWriter, options: BodyOptions) {
    this.#writer = writer;
    this.#options = options;
  }

  pictureOf(address: string): string | null {
    if (/^cid:/i.test(address)) return this.#options.picture(decoded(address.slice('cid:'.length)));
    if (!/^(?:https?:)?\/\//i.test(address)) return pictureAddress(address);
    this.remotePictures++;
    if (!this.#options.remote) return null;
    this.#addresses.push(address.startsWith('//') ? `https:${address}` : address);
    return `${REMOTE}${this.#addresses.length - 1}`;
  }

  open(name: string, attributes: Attributes): void {
    if (name === 'img') this.hasContent = true;
    this.#writer.open(this.#lowered(name), this.#changed(attributes));
  }

  close(name: string): void {
    this.#writer.close(this.#lowered(name));
  }

  text(text: string): void {
    if (!this.hasContent && /[^\s\u200b\u00a0]/.test(text)) this.hasContent = true;
    this.#writer.text(text);
  }

  #lowered(name: string): string {
    const level = /^h([1-6])$/.exec(name)?.[1];
    return level === undefined ? name : `h${Math.min(6, Number(level) + this.#options.below)}`;
  }

  #changed(attributes: Attributes): Attributes {
    const changed = new Map(attributes);
    const source = changed.get('src');
    if (source?.startsWith(REMOTE)) changed.set('src', this.#addresses[Number(source.slice(REMOTE.length))] ?? '');
    const style = changed.get('style');
    if (style !== undefined) changed.set('style', withoutPositions(style));
    return changed;
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Removes declarations that would put something over another part of the page, such as over the sender, or on pages of its own kind. */
const withoutPositions = (declarations: string): string =>
  declarations.replace(/(^|[;{]\s*)(?:position|z-index|page)\s*:[^;}]*/gi, '$1');

const FROM_BODY = ['style', 'dir', 'lang'] as const;

function wrapperAttributes({ htmlAttributes, bodyAttributes }: PageFrame, scope: string): Attributes {
  const attributes = new Map([['class', `mail-body ${scope}`]]);
  for (const name of FROM_BODY) {
    const value = bodyAttributes.get(name) ?? (name === 'style' ? undefined : htmlAttributes.get(name));
    if (value !== undefined) attributes.set(name, name === 'style' ? withoutPositions(value) : value);
  }
  const colour = bodyAttributes.get('bgcolor');
  if (colour !== undefined && /^#?\w{1,20}$/.test(colour)) {
    attributes.set('style', `background-color: ${colour}; ${attributes.get('style') ?? ''}`);
  }
  return attributes;
}

/** Limits the rules of a clean style sheet, one a line, to the element of a class, which takes the place of the body. */
function scopedStyle(style: string, scope: string): string {
  return style
    .split('\n')
    .flatMap((rule) => {
      const brace = rule.indexOf('{');
      const selectors = rule
        .slice(0, brace)
        .split(',')
        .flatMap((selector) => scopedSelector(selector.trim(), scope));
      return selectors.length === 0 || rule.startsWith('@')
        ? []
        : [`${selectors.join(', ')} ${withoutPositions(rule.slice(brace))}`];
    })
    .join('\n');
}

function scopedSelector(selector: string, scope: string): string[] {
  const inner = selector.replace(/^(?:html\s*>?\s*)?body(?![\w-])|^(?:html|:root)(?![\w-])/i, '');
  // A sibling of the body would be another part of the page.
  if (/^\s*[~+>|]/.test(inner)) return [];
  const isBody = inner !== selector;
  return [isBody ? `${scope}${inner}` : `${scope} ${inner}`];
}
