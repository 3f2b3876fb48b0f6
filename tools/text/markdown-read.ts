import MarkdownIt from 'markdown-it';
import { type CleanPage, cleanPage } from './html-clean.ts';

/**
 * CommonMark with tables and strikethrough. HTML in it is passed on, because all of it is cleaned afterwards. Nesting is
 * bounded: deeper markup stays text.
 */
const MARKDOWN = new MarkdownIt('default', { html: true, linkify: false, typographer: false, maxNesting: 64 });
// The cleaning decides about addresses; markdown-it would leave markup behind for those it refuses.
MARKDOWN.validateLink = () => true;

/** Lines that a block of metadata at the start of a document may have. */
const METADATA_LINES = 200;

/**
 * A Markdown text as an HTML document, clean as by cleanPage. Its title is that of a metadata block (`---`, as most
 * Markdown tools know it; the block itself is no text), else `title`.
 */
export function renderMarkdown(markdown: string, title: string): CleanPage {
  const { body, metadataTitle } = splitMetadata(markdown.replace(/^\ufeff/, ''));
  return cleanPage(MARKDOWN.render(body), { title: metadataTitle ?? title });
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
