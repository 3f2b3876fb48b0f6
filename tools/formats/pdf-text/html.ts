import { pageMarkHtml } from '../text/page-marks.ts';
import type { Block, TableCell } from './layout/blocks.ts';
import { type Inline, inlineText, joinLines } from './layout/inline.ts';
import type { Picture, Span } from './reading/page.ts';
import type { DocumentFacts } from './statistics.ts';
import { parseMark } from './structure/lists.ts';

/*
 * Writes blocks as HTML that LibreOffice Writer reads: elements for structure, inline styles only if text differs from the body. Pages flow
 * into each other, with a mark at the start of each if that is asked for.
 */

/** An open list and the position of its marks. */
interface OpenList {
  readonly tag: 'ul' | 'ol';
  readonly indent: number;
  readonly kind: string;
}

/** A mark that is indented this much further belongs to a nested list, points. */
const NESTED = 6;
const MAX_DEPTH = 6;
/** A paragraph longer than this, in letters, is not extended: each extension copies its text. */
const LONGEST_JOINED = 20_000;

export class HtmlWriter {
  readonly #facts: DocumentFacts;
  readonly #lists: OpenList[] = [];
  /** Held back because it may continue on the next page. */
  #open: Extract<Block, { kind: 'paragraph' }> | null = null;
  #written = false;
  readonly #marksPages: boolean;
  /** Numbers of pages that have begun but have no mark yet. A paragraph that continues over a page stays whole: the mark follows it. */
  #unmarked: number[] = [];

  constructor(facts: DocumentFacts, { marksPages }: { readonly marksPages: boolean }) {
    this.#facts = facts;
    this.#marksPages = marksPages;
  }

  head(): string {
    const { width, height, left, right } = this.#facts.page;
    const margin = (value: number): number => Math.round(Math.min(Math.max(value, 18), width / 4));
    const sides = `${margin(width - right)}pt 48pt ${margin(left)}pt`;
    return [
      '<!DOCTYPE html>\n<html><head><meta charset="utf-8"><title></title><style>',
      `@page { size: ${round(width)}pt ${round(height)}pt; margin: 48pt ${sides} }`,
      `body { font-size: ${round(this.#facts.bodySize)}pt }`,
      '</style></head><body>\n',
    ].join('\n');
  }

  /** Returns the HTML of the next page, whose number is `number`. */
  page(blocks: readonly Block[], number: number): string {
    if (this.#marksPages) this.#unmarked.push(number);
    const pictures = blocks.every(({ kind }) => kind === 'picture');
    return blocks.map((block, index) => this.#block(block, pictures && index === 0)).join('');
  }

  end(): string {
    return `${this.#endParagraph()}${this.#endLists(0)}${this.#pageMarks()}</body></html>\n`;
  }

  #block(block: Block, onNewPage: boolean): string {
    const { vocabulary } = this.#facts;
    if (block.kind === 'paragraph' && this.#open !== null && goesOn(this.#open, block)) {
      this.#open = { ...block, content: joinLines([this.#open.content, block.content], vocabulary) };
      return '';
    }
    let html = this.#endParagraph();
    if (block.kind !== 'item' || this.#unmarked.length > 0) html += this.#endLists(0);
    html += this.#pageMarks();
    if (block.kind === 'paragraph') this.#open = block;
    else {
      html += this.#closed(block, onNewPage && this.#written);
      this.#written = true;
    }
    return html;
  }

  #pageMarks(): string {
    const marks = this.#unmarked.map(pageMarkHtml).join('');
    this.#unmarked = [];
    return marks;
  }

  #closed(block: Exclude<Block, { kind: 'paragraph' }>, onNewPage: boolean): string {
    switch (block.kind) {
      case 'heading':
        return `<h${block.level}${dir(block.rtl)}>${headingHtml(block.content)}</h${block.level}>\n`;
      case 'item':
        return this.#item(block);
      case 'table':
        return table(block.rows, block.rtl);
      case 'picture':
        return `<p${onNewPage ? ' style="page-break-before: always"' : ''}>${picture(block.picture)}</p>\n`;
    }
  }

  #endParagraph(): string {
    const block = this.#open;
    this.#open = null;
    if (block === null) return '';
    this.#written = true;
    const differs = Math.abs(block.size - this.#facts.bodySize) > 0.08 * this.#facts.bodySize;
    const style = differs ? ` style="font-size: ${round(block.size)}pt"` : '';
    return `<p${dir(block.rtl)}${style}>${inline(block.content)}</p>\n`;
  }

  #item({ mark: text, indent, content, rtl }: Extract<Block, { kind: 'item' }>): string {
    const mark = parseMark(text);
    const kind = mark.kind === 'sign' ? 'sign' : mark.kind + mark.shape;
    let html = '';
    while (this.#lists.length > 1 && (this.#lists.at(-1)?.indent ?? 0) > indent + NESTED)
      html += this.#endLists(this.#lists.length - 1);
    const current = this.#lists.at(-1);
    const nested = current !== undefined && indent > current.indent + NESTED && this.#lists.length < MAX_DEPTH;
    const isOther =
      current !== undefined && !nested && (current.kind !== kind || (mark.kind !== 'sign' && mark.value === 1));
    if (isOther) html += this.#endLists(this.#lists.length - 1);
    if (current === undefined || nested || isOther) {
      if (nested) html += '\n';
      const tag = mark.kind === 'sign' ? 'ul' : 'ol';
      const start = mark.kind === 'sign' || mark.value === 1 ? '' : ` start="${mark.value}"`;
      this.#lists.push({ tag, indent, kind });
      html += `<${tag}${mark.kind === 'letter' ? ' type="a"' : ''}${start}${dir(rtl)}>\n`;
    } else html += '</li>\n';
    return `${html}<li>${inline(content)}`;
  }

  #endLists(depth: number): string {
    let html = '';
    while (this.#lists.length > depth) html += `</li>\n</${this.#lists.pop()?.tag}>\n`;
    return html;
  }
}

/** Whether a paragraph at the end of a column or page continues in the next one: it ends inside a sentence. */
function goesOn(before: Extract<Block, { kind: 'paragraph' }>, block: Extract<Block, { kind: 'paragraph' }>): boolean {
  const isBelow = block.box.y0 > before.box.y1 - 1 && block.box.x0 < before.box.x1 && block.box.x1 > before.box.x0;
  if (isBelow || !before.full || before.rtl !== block.rtl || Math.abs(before.size - block.size) > 0.6) return false;
  const text = inlineText(before.content);
  if (text.length > LONGEST_JOINED) return false;
  const end = text.slice(-2);
  const start = inlineText(block.content).charAt(0);
  return (
    !/[.!?:;。！？؟۔]["”’»)\]]?$/.test(end) &&
    (/\p{Ll}/u.test(start) || (/\p{Lo}/u.test(start) && /[\p{Lo},،]$/u.test(end)))
  );
}

function table(rows: readonly (readonly TableCell[])[], rtl: boolean): string {
  const cells = (row: readonly TableCell[]): string =>
    row
      .map(
        ({ paragraphs, span, rows: down }) =>
          `<td${span > 1 ? ` colspan="${span}"` : ''}${down > 1 ? ` rowspan="${down}"` : ''}>${paragraphs.map((content) => inline(content)).join('<br>')}</td>`,
      )
      .join('');
  return `<table border="1" cellpadding="3" cellspacing="0"${dir(rtl)}>\n${rows.map((row) => `<tr>${cells(row)}</tr>\n`).join('')}</table>\n`;
}

function picture({ src, x0, x1, y0, y1 }: Picture): string {
  return `<img src="${escapeHtml(src)}" alt="" style="width: ${round(x1 - x0)}pt; height: ${round(y1 - y0)}pt">`;
}

function inline(content: Inline): string {
  return wrapped(content, WRAPPERS).trim();
}

/** Returns a heading without bold, and without italic if all of it is italic: the heading element already makes it stand out. */
function headingHtml(content: Inline): string {
  const isItalic = content.every(({ text, style }) => style.italic || text.trim() === '');
  const plain = isItalic ? ['bold', 'italic'] : ['bold'];
  return wrapped(
    content,
    WRAPPERS.filter(({ name }) => !plain.includes(name)),
  ).trim();
}

/** Elements that wrap text, from outside to inside; neighbours with the same value share one element. */
const WRAPPERS: readonly {
  readonly name: string;
  of(span: Span): string | null;
  wrap(html: string, value: string): string;
}[] = [
  { name: 'link', of: ({ style }) => style.link, wrap: (html, href) => `<a href="${escapeHtml(href)}">${html}</a>` },
  { name: 'bold', of: ({ style }) => (style.bold ? 'b' : null), wrap: (html) => `<b>${html}</b>` },
  { name: 'italic', of: ({ style }) => (style.italic ? 'i' : null), wrap: (html) => `<i>${html}</i>` },
  {
    name: 'script',
    of: ({ script }) => (script === null ? null : script === 'super' ? 'sup' : 'sub'),
    wrap: (html, tag) => `<${tag}>${html}</${tag}>`,
  },
];

function wrapped(content: Inline, [wrapper, ...inner]: typeof WRAPPERS): string {
  if (wrapper === undefined) return content.map(({ text }) => escapeHtml(text)).join('');
  const runs: { value: string | null; spans: Span[] }[] = [];
  for (const span of content) {
    const value = wrapper.of(span);
    const last = runs.at(-1);
    if (last !== undefined && last.value === value) last.spans.push(span);
    else runs.push({ value, spans: [span] });
  }
  return runs
    .map(({ value, spans }) => {
      const html = wrapped(spans, inner);
      return value === null ? html : wrapper.wrap(html, value);
    })
    .join('');
}

/** Escapes text for HTML and drops the control characters that HTML cannot hold. */
export function escapeHtml(text: string): string {
  return text
    .replace(/(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

const dir = (rtl: boolean): string => (rtl ? ' dir="rtl"' : '');
const round = (value: number): number => Math.round(value * 10) / 10;
