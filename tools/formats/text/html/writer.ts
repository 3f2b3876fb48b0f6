import type { Attributes, HtmlHandler } from './events.ts';

/** Elements without content. */
export const VOID_ELEMENTS: ReadonlySet<string> = new Set(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr'.split(' '),
);

const TEXT_ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Characters that HTML cannot contain: controls other than tab and line ends, and lone surrogates. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it removes
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]|\p{Surrogate}/gu;

/** Returns a text without the characters that neither HTML nor XML can contain. */
export const withoutForbidden = (text: string): string => text.replace(FORBIDDEN, '');

/** Escapes text for HTML. */
export function escapeText(text: string): string {
  return withoutForbidden(text).replace(/[&<>]/g, (character) => TEXT_ESCAPES[character] ?? '');
}

/** Returns an opening tag. */
export function openTag(name: string, attributes: Attributes): string {
  let tag = `<${name}`;
  for (const [key, value] of attributes) tag += ` ${key}="${escapeAttribute(value)}"`;
  return `${tag}>`;
}

/** Returns a closing tag; empty for an element without one. */
export function closeTag(name: string): string {
  return VOID_ELEMENTS.has(name) ? '' : `</${name}>`;
}

/** Parts of the output that are joined at a time: millions of small ones take several times their length. */
const PARTS = 16_384;

/** Writes a document as HTML text. */
export class HtmlWriter implements HtmlHandler {
  readonly #pieces: string[] = [];
  #parts: string[] = [];

  open(name: string, attributes: Attributes): void {
    this.#write(openTag(name, attributes));
  }

  close(name: string): void {
    this.#write(closeTag(name));
  }

  text(text: string): void {
    this.#write(escapeText(text));
  }

  html(): string {
    return this.#pieces.join('') + this.#parts.join('');
  }

  #write(html: string): void {
    if (this.#parts.push(html) < PARTS) return;
    this.#pieces.push(this.#parts.join(''));
    this.#parts = [];
  }
}

/** Parts of a page. */
export interface HtmlPage {
  readonly title: string;
  /** Names and contents, such as `author`. */
  readonly metadata: Attributes;
  /** Clean CSS. */
  readonly styles: readonly string[];
  readonly htmlAttributes: Attributes;
  readonly bodyAttributes: Attributes;
  /** Clean HTML. */
  readonly body: string;
  /** Declares its encoding in the modern form, which LibreOffice does not read. */
  readonly isModern?: boolean;
}

/** Returns a whole document in UTF-8. */
export function htmlPage(page: HtmlPage): string {
  const head = [
    page.isModern === true
      ? '<meta charset="utf-8">'
      : '<meta http-equiv="content-type" content="text/html; charset=utf-8">',
    `<title>${escapeText(page.title)}</title>`,
    ...[...page.metadata].map(([name, content]) => openTag('meta', new Map(Object.entries({ name, content })))),
    ...page.styles.map((style) => `<style>\n${style}\n</style>`),
  ];
  const html = openTag('html', page.htmlAttributes);
  const body = openTag('body', page.bodyAttributes);
  return `<!DOCTYPE html>\n${html}\n<head>\n${head.join('\n')}\n</head>\n${body}\n${page.body.trim()}\n</body>\n</html>\n`;
}

function escapeAttribute(value: string): string {
  return withoutForbidden(value).replace(/[&<>"]/g, (character) => TEXT_ESCAPES[character] ?? '');
}
