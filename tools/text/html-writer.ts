import { type Attributes, VOID_ELEMENTS } from './html-reader.ts';

const TEXT_ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Characters that HTML cannot hold: controls other than tab and line ends, and halves of surrogate pairs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it removes
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]|\p{Surrogate}/gu;

/** Text as HTML text. */
export function escapeText(text: string): string {
  return text.replace(FORBIDDEN, '').replace(/[&<>]/g, (character) => TEXT_ESCAPES[character] ?? '');
}

/** An opening tag. */
export function openTag(name: string, attributes: Attributes): string {
  let tag = `<${name}`;
  for (const [key, value] of attributes) tag += ` ${key}="${escapeAttribute(value)}"`;
  return `${tag}>`;
}

/** A closing tag; nothing for an element that has none. */
export function closeTag(name: string): string {
  return VOID_ELEMENTS.has(name) ? '' : `</${name}>`;
}

/** What a page consists of. */
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
}

/** A whole document in UTF-8; the encoding stands in the form that LibreOffice reads too. */
export function htmlPage(page: HtmlPage): string {
  const head = [
    '<meta http-equiv="content-type" content="text/html; charset=utf-8">',
    `<title>${escapeText(page.title)}</title>`,
    ...[...page.metadata].map(([name, content]) => openTag('meta', new Map(Object.entries({ name, content })))),
    ...page.styles.map((style) => `<style>\n${style}\n</style>`),
  ];
  const html = openTag('html', page.htmlAttributes);
  const body = openTag('body', page.bodyAttributes);
  return `<!DOCTYPE html>\n${html}\n<head>\n${head.join('\n')}\n</head>\n${body}\n${page.body.trim()}\n</body>\n</html>\n`;
}

function escapeAttribute(value: string): string {
  return value.replace(FORBIDDEN, '').replace(/[&<>"]/g, (character) => TEXT_ESCAPES[character] ?? '');
}
