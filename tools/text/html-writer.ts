import type { Attributes } from './html-tree.ts';

const TEXT_ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Characters that HTML cannot hold: controls other than tab and line ends, and halves of surrogate pairs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it removes
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]|\p{Surrogate}/gu;

/** Text without what HTML cannot hold. */
export function withoutForbidden(text: string): string {
  return text.replace(FORBIDDEN, '');
}

/** Text as HTML text. */
export function escapeText(text: string): string {
  return withoutForbidden(text).replace(/[&<>]/g, (character) => TEXT_ESCAPES[character] ?? '');
}

function openTag(name: string, attributes: Attributes): string {
  let tag = `<${name}`;
  for (const [key, value] of attributes) tag += ` ${key}="${escapeAttribute(value)}"`;
  return `${tag}>`;
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
  /** Says its encoding in today's form, which LibreOffice does not read. */
  readonly isModern?: boolean;
}

/** A whole document in UTF-8. */
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
  return `<!DOCTYPE html>\n${html}\n<head>\n${head.join('\n')}\n</head>\n${body}\n${withoutForbidden(page.body).trim()}\n</body>\n</html>\n`;
}

function escapeAttribute(value: string): string {
  return withoutForbidden(value).replace(/[&<>"]/g, (character) => TEXT_ESCAPES[character] ?? '');
}
