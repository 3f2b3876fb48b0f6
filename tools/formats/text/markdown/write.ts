import TurndownService from 'turndown';
import { pictureAddress, type RelativeLinks } from '../html/addresses.ts';
import { simplifyHtml } from '../html/simplify.ts';
import { ownMarkMarkdown } from '../own-marks.ts';
import { pageMarkMarkdown } from '../page-marks.ts';
import { PictureFiles } from './pictures.ts';
import { withSheetHeadings } from './sheet-headings.ts';
import { markdownTable, type TableCell } from './table.ts';

/** What happens to pictures: left out, files next to the text, or `data:` addresses in it. */
export type MarkdownPictures = 'none' | 'files' | 'inline';

export interface MarkdownOptions {
  readonly pictures: MarkdownPictures;
  /** Whether the HTML is ours: page marks become comments, check boxes and formulas become Markdown. */
  readonly keepsOwnMarks: boolean;
  /** Whether LibreOffice made the HTML of a workbook. */
  readonly isWorkbook?: boolean;
  /** Default: `removed`. */
  readonly relativeLinks?: RelativeLinks;
}

/** Markdown, its picture files, and what it could not represent. */
export interface MarkdownResult {
  readonly markdown: string;
  /** Pictures that were left out. */
  readonly images: number;
  /** Picture files by name, with `files`; otherwise empty. */
  readonly files: ReadonlyMap<string, Buffer>;
}

/**
 * Converts an HTML document to GitHub's Markdown: headings, lists, tables, links, emphasis, strikethrough, code, footnotes. What Markdown
 * cannot express (fonts, colours, sizes) is left out; pictures that are left out leave their alternative text.
 */
export function writeMarkdown(html: string, options: MarkdownOptions): MarkdownResult {
  const files = new PictureFiles();
  const picture = {
    none: () => null,
    inline: pictureAddress,
    files: (address: string) => files.take(address),
  }[options.pictures];
  const { html: simple, images } = simplifyHtml(options.isWorkbook === true ? withSheetHeadings(html) : html, {
    picture,
    keepsOwnMarks: options.keepsOwnMarks,
    relativeLinks: options.relativeLinks ?? 'removed',
  });
  const markdown = createService().turndown(simple);
  return { markdown: `${tidyLines(markdown)}\n`, images, files: files.files };
}

/** The part of turndown's DOM that the rules use. */
interface HtmlNode {
  readonly nodeName: string;
  readonly textContent: string | null;
  readonly parentNode: HtmlNode | null;
  readonly firstChild: HtmlNode | null;
  readonly nextSibling: HtmlNode | null;
  getAttribute(name: string): string | null;
}

/** Returns a service with our rules; one for each document, because the table rules remember their cells. */
function createService(): TurndownService {
  const service = new TurndownService({
    headingStyle: 'atx',
    hr: '---',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
    emDelimiter: '*',
    strongDelimiter: '**',
  });
  const escapeUsual = service.escape.bind(service);
  service.escape = (text) => escapeMarkup(escapeUsual(text));
  service.addRule('strikethrough', { filter: ['s'], replacement: (content) => wrap('~~', content) });
  service.addRule('script', {
    filter: ['sub', 'sup'],
    replacement: (content, node) => {
      const text = content.trim();
      // A note mark is not raised; as text its brackets would be escaped.
      return text === '' || NOTE_MARK.test(text) ? text : `<${name(node)}>${content}</${name(node)}>`;
    },
  });
  service.addRule('preformatted', {
    filter: 'pre',
    replacement: (_, node) => fence(node.textContent ?? ''),
  });
  service.addRule('page', {
    filter: (node) => node.nodeName === 'A' && (node as HtmlNode).getAttribute('data-page') !== null,
    replacement: (_, node) => pageMarkMarkdown((node as HtmlNode).getAttribute('data-page') ?? ''),
  });
  for (const mark of ['data-check', 'data-formula'] as const) {
    service.addRule(mark, {
      filter: (node) => node.nodeName === 'A' && (node as HtmlNode).getAttribute(mark) !== null,
      replacement: (_, node) =>
        ownMarkMarkdown(mark, (node as HtmlNode).getAttribute(mark) ?? '', (node as HtmlNode).textContent ?? ''),
    });
  }
  service.addRule('note', {
    filter: (node) => node.nodeName === 'A' && (node as HtmlNode).getAttribute('data-note') !== null,
    replacement: (_, node) => noteMark(node as HtmlNode),
  });
  addListRules(service);
  addTableRules(service);
  return service;
}

function addListRules(service: TurndownService): void {
  // An item that is a paragraph has no empty line before a nested list.
  service.addRule('paragraphOfItem', {
    filter: (node) => node.nodeName === 'P' && node.parentNode?.nodeName === 'LI',
    replacement: (content, node) => (isList((node as HtmlNode).nextSibling) ? `${content}\n` : `${content}\n\n`),
  });
  const counts = new WeakMap<HtmlNode, number>();
  service.addRule('item', {
    filter: 'li',
    replacement: (content, node) => {
      const { parentNode: list, nextSibling } = node as HtmlNode;
      const first = Number.parseInt(list?.getAttribute('start') ?? '1', 10) || 0;
      const index = list === null ? 0 : (counts.get(list) ?? 0);
      if (list !== null) counts.set(list, index + 1);
      const mark = list?.nodeName === 'OL' ? `${Math.max(0, first + index)}. ` : '- ';
      // Text indented below the first line belongs to the item.
      const indented = content.trim().replace(/\n(?=[^\n])/g, `\n${' '.repeat(mark.length)}`);
      return `${mark}${indented}${nextSibling === null ? '' : '\n'}`;
    },
  });
}

function addTableRules(service: TurndownService): void {
  const cells = new WeakMap<object, TableCell>();
  service.addRule('cell', {
    filter: ['td', 'th'],
    replacement: (content, node) => {
      const element = node as HtmlNode;
      const span = (attribute: string): number =>
        Math.max(1, Number.parseInt(element.getAttribute(attribute) ?? '', 10) || 1);
      // In a cell these begin neither a list nor a heading.
      const text = inOneLine(content).replace(/^(\d*)\\(?=[-+#>=.])/, '$1');
      cells.set(node, { text, columns: span('colspan'), rows: span('rowspan'), align: element.getAttribute('align') });
      return content;
    },
  });
  service.addRule('row', { filter: 'tr', replacement: (content) => content });
  service.addRule('table', {
    filter: 'table',
    replacement: (content, node) => {
      const rows = rowsOf(node).map((row) => children(row).flatMap((cell) => cells.get(cell) ?? []));
      // A single cell is a frame around text, not a table.
      const isFrame = rows.length === 1 && rows[0]?.length === 1;
      return isFrame ? `\n\n${content.trim()}\n\n` : `\n\n${markdownTable(rows)}\n\n`;
    },
  });
}

function rowsOf(table: HtmlNode): HtmlNode[] {
  return children(table).flatMap((child) =>
    child.nodeName === 'TR' ? [child] : isRowGroup(child) ? rowsOf(child) : [],
  );
}

function isRowGroup(node: HtmlNode): boolean {
  return node.nodeName === 'TBODY' || node.nodeName === 'THEAD' || node.nodeName === 'TFOOT';
}

function isList(node: HtmlNode | null): boolean {
  return node?.nodeName === 'UL' || node?.nodeName === 'OL';
}

function children(node: HtmlNode): HtmlNode[] {
  const nodes: HtmlNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) nodes.push(child);
  return nodes;
}

function name(node: HtmlNode): string {
  return node.nodeName.toLowerCase();
}

const NOTE_MARK = /^(?:\[\^e?\d+\])+$/;

/** Returns `[^1]` for the reference of a note, `[^1]: ` before its text; `[^e1]` for endnotes. */
function noteMark(link: HtmlNode): string {
  const [, kind, number] = /^sd(foot|end)note(\d+)$/.exec(link.getAttribute('data-note') ?? '') ?? [];
  const mark = `[^${kind === 'end' ? 'e' : ''}${number ?? ''}]`;
  if (link.getAttribute('data-role') !== 'text') return mark;
  return /^\s/.test(link.nextSibling?.textContent ?? '') ? `${mark}:` : `${mark}: `;
}

/** Emphasis marks must touch the text (CommonMark 6.2); spaces go outside. */
function wrap(mark: string, content: string): string {
  const text = content.trim();
  if (text === '') return content;
  const start = content.indexOf(text);
  return `${content.slice(0, start)}${mark}${text}${mark}${content.slice(start + text.length)}`;
}

/** Returns a code block whose fence is longer than any run of backticks in it. */
function fence(text: string): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const mark = '`'.repeat(longest + 1);
  return `\n\n${mark}\n${text.replace(/^\n|\n$/g, '')}\n${mark}\n\n`;
}

/** Puts paragraphs and lists of a cell on one line; every renderer supports `<br>`. */
function inOneLine(content: string): string {
  return content
    .trim()
    .replace(/[ \t]*\n\s*/g, '<br>')
    .replaceAll('|', '\\|');
}

/** Escapes what turndown does not: angle brackets, entities, strikethrough, `1)` and marks without text would become markup. */
function escapeMarkup(text: string): string {
  return (
    text
      .replace(/<(?=[a-z/!?])/gi, '\\<')
      .replace(/&(?=#?\w{1,32};)/g, '\\&')
      // Turndown has escaped the first character of a fence, which would then be escaped twice.
      .replace(/^\\(?=~~~)/, '')
      .replaceAll('~~', '\\~\\~')
      .replace(/^(?:#{1,6}|\+)(?=\s|$)/, '\\$&')
      .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
  );
}

/** Removes spaces at the ends of blocks and repeated empty lines, except inside code blocks. */
function tidyLines(markdown: string): string {
  const lines: string[] = [];
  let code: string | null = null;
  for (const line of markdown.split('\n')) {
    const mark = /^\s*(`{3,})/.exec(line)?.[1];
    if (code === null && mark !== undefined) code = mark;
    else if (code !== null && line.trim() === code) code = null;
    const isEmpty = code === null && line.trim() === '';
    if (isEmpty && lines.length > 0) lines.push((lines.pop() ?? '').trimEnd());
    if (!isEmpty) lines.push(line);
    else if (lines.at(-1) !== '') lines.push('');
  }
  return lines.join('\n').trim();
}
