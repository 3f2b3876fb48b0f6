import { closeTag, escapeText, openTag } from '../html/writer.ts';
import type { Label } from './numbering.ts';

/** Position of a paragraph in a list. */
export interface ItemPlace {
  /** Level, from 1. */
  readonly level: number;
  /** Label before it; null if it continues an item. */
  readonly label: Label | null;
}

interface OpenList {
  readonly level: number;
  readonly tag: 'ul' | 'ol';
  /** Number of the next item. */
  next: number;
}

/** Paragraphs that may be lines of code, until one follows that cannot be. */
interface MaybeCode {
  readonly lines: string[];
  readonly paragraphs: string[];
  isCode: boolean;
}

/** Writes the blocks of a body, a cell or a text box as HTML; paragraphs with list positions become nested lists. */
export class Blocks {
  readonly #html: string[] = [];
  readonly #lists: OpenList[] = [];
  #code: MaybeCode | null = null;

  /** Adds a block outside of lists. */
  add(html: string): void {
    this.#endCode();
    this.#closeLists(0);
    this.#html.push(html);
  }

  /** Adds a paragraph (its content), in a list or not. */
  paragraph(content: string, place: ItemPlace | null): void {
    if (place === null) {
      if (content.trim() !== '') this.add(`<p>${content}</p>`);
      return;
    }
    const { level, label } = place;
    if (label === null || label.kind === 'none') this.goOn(content === '' ? '' : `<p>${content}</p>`, level);
    else this.#item(content, level, label);
  }

  /** Adds a line in a code typeface: `isCode` if it is certainly code, otherwise as part of its surroundings. */
  maybeCode(line: string, content: string, isCode: boolean): void {
    this.#closeLists(0);
    this.#code ??= { lines: [], paragraphs: [], isCode: false };
    this.#code.lines.push(line);
    this.#code.paragraphs.push(`<p>${content}</p>`);
    this.#code.isCode ||= isCode;
  }

  /** Adds a block inside the open item of a level, or outside of items. */
  goOn(html: string, level: number): void {
    if (html === '') return;
    this.#endCode();
    this.#closeLists(level);
    this.#html.push(html);
  }

  html(): string {
    this.#endCode();
    this.#closeLists(0);
    return this.#html.join('');
  }

  #item(content: string, level: number, { kind, number, text }: Label): void {
    this.#endCode();
    this.#closeLists(level);
    const tag = kind === 'number' ? 'ol' : 'ul';
    const open = this.#lists.at(-1);
    const isSame = open?.level === level && open.tag === tag && (tag === 'ul' || open.next === number);
    if (open?.level === level) this.#html.push(isSame ? '</li>' : `</li>${closeTag(open.tag)}`);
    if (!isSame) {
      if (open?.level === level) this.#lists.pop();
      this.#lists.push({ level, tag, next: number });
      this.#html.push(openTag(tag, new Map(tag === 'ol' && number !== 1 ? [['start', String(number)]] : [])));
    }
    const list = this.#lists.at(-1);
    if (list !== undefined) list.next = number + 1;
    this.#html.push(`<li><p>${kind === 'text' ? `${escapeText(text)} ` : ''}${content}</p>`);
  }

  /** Closes lists deeper than a level. */
  #closeLists(level: number): void {
    for (let open = this.#lists.at(-1); open !== undefined && open.level > level; open = this.#lists.at(-1)) {
      this.#html.push(`</li>${closeTag(open.tag)}`);
      this.#lists.pop();
    }
  }

  #endCode(): void {
    if (this.#code === null) return;
    const { lines, paragraphs, isCode } = this.#code;
    this.#code = null;
    if (isCode) this.#html.push(`<pre>${escapeText(lines.join('\n'))}</pre>`);
    else this.#html.push(...paragraphs);
  }
}
