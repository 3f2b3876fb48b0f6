import type { CleanPage, Removed } from '../html/clean.ts';
import { cleanPage } from '../html/clean.ts';
import { escapeText } from '../html/writer.ts';
import { splitFrontMatter } from './front-matter.ts';
import { type MarkdownReader, PageParts } from './page-parts.ts';
import { createPlainParser } from './parser.ts';
import { render } from './render.ts';
import { type PageStyle, styleSheet } from './styles.ts';

/** How a Markdown text becomes a page. */
export interface MarkdownPageOptions {
  /** For texts whose metadata block has none. */
  readonly title: string;
  /** What reads the page; default: office. */
  readonly reader?: MarkdownReader;
  /** Style sheet of a page for browsers; default: plain. */
  readonly style?: PageStyle;
  /** Further style sheet of a page for browsers. */
  readonly css?: string;
  /** Whether each heading of the first two levels begins a slide. */
  readonly isSlides?: boolean;
  /** Whether margins are set outside the page. */
  readonly hasMargins?: boolean;
}

/** A page, and what of the text it could not show. */
export interface MarkdownPage extends CleanPage {
  readonly removed: Removed;
  /** Formulas that stayed in TeX. */
  readonly formulas: number;
}

const PLAIN = createPlainParser();

/** Renders only what all readers of Markdown agree on, with all of its HTML, for those who count what is in it. */
export const plainPage = (markdown: string): string =>
  `<!doctype html><body>${PLAIN.render(splitFrontMatter(markdown.replace(/^\ufeff/, '')).body)}</body>`;

const NOTHING_REMOVED: Removed = { references: 0, links: 0, scripts: 0 };

/**
 * Renders a Markdown text as an HTML document. For a printing browser (`print`) everything is kept; otherwise the page is cleaned as in
 * cleanPage. Its title, authors and date come from a metadata block, which itself is not text.
 * @param files pictures next to the text, by their relative addresses, and drawn diagrams (diagramName)
 */
export async function renderMarkdown(
  markdown: string,
  options: MarkdownPageOptions,
  files: ReadonlyMap<string, Buffer> = new Map(),
): Promise<MarkdownPage> {
  const { reader = 'office', style = 'plain', css, hasMargins = false, isSlides = false } = options;
  const { body, metadata } = splitFrontMatter(markdown.replace(/^\ufeff/, ''));
  const parts = new PageParts(reader, files);
  const content = await render(body, metadata, parts, isSlides);
  const title = metadata.title ?? options.title;
  const isForBrowsers = reader === 'html' || reader === 'print';
  const head = [
    ...metadata.authors.map((author) => meta('author', author)),
    ...(metadata.date === null ? [] : [meta('date', metadata.date)]),
    ...(isForBrowsers ? ['<meta name="viewport" content="width=device-width, initial-scale=1">'] : []),
    ...(isForBrowsers
      ? [`<style>\n${styleSheet(style, hasMargins, reader === 'print' ? css : undefined)}\n</style>`]
      : []),
  ].join('\n');
  const language = metadata.language === null ? '' : ` lang="${metadata.language}"`;
  if (reader === 'print') {
    const start = `<!doctype html>\n<html${language}><head><meta charset="utf-8"><title>${escapeText(title)}</title>`;
    const html = `${start}${head}</head><body>\n${content}</body></html>\n`;
    return { html, removed: NOTHING_REMOVED, formulas: parts.failed };
  }
  const sheet = reader === 'html' && css !== undefined ? `<style>${css.replaceAll('</', '<\\/')}</style>` : '';
  const { html, removed } = cleanPage(`<html${language}>${sheet}${content}`, {
    title,
    picture: (address) => parts.picture(address),
  });
  // The sheet of the style comes before the one that is given.
  const whole = parts.restore(html).replace('</title>', () => `</title>${head === '' ? '' : `\n${head}`}`);
  // Pandoc would show even an empty title, as a slide of its own.
  return { html: title === '' ? whole.replace('<title></title>', '') : whole, removed, formulas: parts.failed };
}

const meta = (name: string, content: string): string =>
  `<meta name="${name}" content="${escapeText(content).replaceAll('"', '&quot;')}">`;
