import { closeTag, openTag } from '../html/writer.ts';
import type { OdfAttributes } from './xml-events.ts';

/** Most columns of a table. */
const WIDEST = 1000;

/** Open tables, each in a cell of the previous one. */
export class Tables {
  readonly #open: string[][] = [];

  begin(): void {
    this.#open.push([]);
  }

  /** Begins a row. Returns the function for its end. */
  row(): () => void {
    this.#add('<tr>');
    return () => this.#add('</tr>');
  }

  /** Adds a cell with its content to the innermost table. */
  cell(attributes: OdfAttributes, html: string): void {
    const spans = new Map<string, string>();
    for (const [name, of] of [
      ['colspan', 'table:number-columns-spanned'],
      ['rowspan', 'table:number-rows-spanned'],
    ] as const) {
      const count = repetitions(attributes, of);
      if (count > 1) spans.set(name, String(count));
    }
    const cell = `${openTag('td', spans)}${html}${closeTag('td')}`;
    // LibreOffice repeats only cells without text in texts and slides.
    this.#add(html === '' ? cell.repeat(repetitions(attributes, 'table:number-columns-repeated')) : cell);
  }

  /** Ends the innermost table. Returns its HTML. */
  end(): string {
    return `<table>${(this.#open.pop() ?? []).join('')}</table>`;
  }

  #add(html: string): void {
    this.#open.at(-1)?.push(html);
  }
}

const repetitions = (attributes: OdfAttributes, name: string): number =>
  Math.min(WIDEST, Math.max(1, Number.parseInt(attributes[name] ?? '1', 10) || 1));
