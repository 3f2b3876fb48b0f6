import MarkdownIt from 'markdown-it';
import { type CleanPage, cleanPage } from '../html/clean.ts';
import { escapeText } from '../html/writer.ts';

/**
 * CommonMark with tables and strikethrough. HTML in it is passed on, because everything is cleaned afterwards. Nesting is limited: deeper
 * markup stays text.
 */
const MARKDOWN = new MarkdownIt('default', { html: true, linkify: false, typographer: false, maxNesting: 64 });
// The cleaning step checks addresses; markdown-it would leave markup behind for those it refuses.
MARKDOWN.validateLink = () => true;

/** Most lines of a metadata block at the start of a document. */
const METADATA_LINES = 200;

/**
 * Renders a Markdown text as an HTML document, cleaned as in cleanPage. Its title comes from a metadata block (`---`, as most Markdown
 * tools support it; the block itself is not text), otherwise from `title`.
 */
export function renderMarkdown(markdown: string, title: string): CleanPage {
  const { body, metadataTitle } = splitMetadata(markdown.replace(/^\ufeff/, ''));
  return cleanPage(MARKDOWN.render(body), { title: metadataTitle ?? title });
}

/** Similar to the style sheets of Markdown hosts. */
const PAGE_STYLE = `
body { font: 16px/1.5 "Liberation Sans", Carlito, sans-serif; margin: 0 auto; max-width: 60em; overflow-wrap: break-word; }
h1, h2 { border-bottom: 1px solid #ccc; padding-bottom: .2em; }
h1, h2, h3, h4 { break-after: avoid; line-height: 1.25; }
code, pre { background: #f3f3f3; font: .875em/1.45 "Liberation Mono", monospace; }
code { padding: .1em .3em; } pre { padding: 1em; white-space: pre-wrap; } pre code { padding: 0; }
blockquote { border-left: .25em solid #ccc; color: #555; margin-left: 0; padding-left: 1em; }
table { border-collapse: collapse; } th, td { border: 1px solid #bbb; padding: .3em .7em; }
img { max-width: 100%; } pre, table, img, blockquote { break-inside: avoid; }`;

/** Renders a Markdown text as a page for a browser with all of its content; titled as by renderMarkdown. */
export function markdownPage(markdown: string, title: string): string {
  const { body, metadataTitle } = splitMetadata(markdown.replace(/^\ufeff/, ''));
  const head = `<meta charset="utf-8"><title>${escapeText(metadataTitle ?? title)}</title><style>${PAGE_STYLE}</style>`;
  return `<!doctype html>\n<html><head>${head}</head><body>\n${MARKDOWN.render(body)}</body></html>\n`;
}

function splitMetadata(markdown: string): { body: string; metadataTitle: string | null } {
  const none = { body: markdown, metadataTitle: null };
  if (!/^---[ \t]*\r?\n[\w-]+[ \t]*:/.test(markdown)) return none;
  const lines = markdown.split(/\r?\n/, METADATA_LINES);
  const end = lines.findIndex((line, index) => index > 0 && /^(?:---|\.\.\.)\s*$/.test(line));
  if (end === -1) return none;
  const head = lines.slice(0, end + 1);
  const length = head.reduce((sum, line) => {
    const afterLine = sum + line.length;
    return afterLine + (markdown[afterLine] === '\r' ? 2 : 1);
  }, 0);
  const title = head
    .map((line) => /^title[ \t]*:[ \t]*(.*)$/i.exec(line)?.[1]?.trim() ?? '')
    .find((text) => text !== '');
  return { body: markdown.slice(length), metadataTitle: title?.replace(/^(["'])(.*)\1$/, '$2') ?? null };
}
