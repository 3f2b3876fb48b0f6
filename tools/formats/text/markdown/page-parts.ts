import { randomBytes } from 'node:crypto';
import { posix } from 'node:path';
import { TexConverter, type TexFormula } from '../../formulas/tex.ts';
import { pictureAddress } from '../html/addresses.ts';
import { escapeText } from '../html/writer.ts';

/**
 * What reads a page: LibreOffice (`office`), pandoc, a person's browser (`html`), or the browser that prints it (`print`). Only the last
 * one, in its sandbox, gets what the text has of HTML without cleaning.
 */
export type MarkdownReader = 'office' | 'pandoc' | 'html' | 'print';

/** Name of a drawn diagram among the files of a page; `index`: its place among the diagrams of the text. */
export const diagramName = (index: number): string => `diagram:${index}`;

/** Parts of a page that are not Markdown's own elements, as its reader understands them. */
export class PageParts {
  /** Formulas that stayed in TeX. */
  failed = 0;
  readonly reader: MarkdownReader;
  readonly #files: ReadonlyMap<string, Buffer>;
  readonly #formulas: TexConverter | null;
  /** Our own HTML, in whose place a mark goes through the cleaning. No text can contain the mark. */
  readonly #own: string[] = [];
  readonly #mark = randomBytes(16).toString('hex');
  #diagrams = 0;

  constructor(reader: MarkdownReader, files: ReadonlyMap<string, Buffer>) {
    this.reader = reader;
    this.#files = files;
    this.#formulas =
      reader === 'html' ? new TexConverter('mathml') : reader === 'print' ? new TexConverter('svg') : null;
  }

  /** Returns a formula as HTML; one that cannot be shown stays in TeX. */
  async formula(formula: TexFormula): Promise<string> {
    const { tex, display } = formula;
    if (this.reader === 'pandoc') {
      // A script ends at its end tag alone, which no formula has.
      const type = display ? 'math/tex; mode=display' : 'math/tex';
      return this.own(`<script type="${type}">${tex.replace(/<(?=[a-z/!?])/gi, '< ')}</script>`);
    }
    const made = (await this.#formulas?.convert(formula)) ?? null;
    if (made !== null) return this.own(display ? `<span class="formula">${made}</span>` : made);
    this.failed += 1;
    const source = escapeText(display ? `$$${tex}$$` : `$${tex}$`);
    return this.reader === 'office' ? source : `<code>${source}</code>`;
  }

  /** Returns a check box and a space. */
  check(isChecked: boolean): string {
    if (this.reader === 'office' || this.reader === 'pandoc') return isChecked ? '\u2611 ' : '\u2610 ';
    return this.own(`<input type="checkbox" disabled${isChecked ? ' checked' : ''}> `);
  }

  /** Returns the next diagram of the text as a picture; null if it was not drawn. */
  diagram(source: string): string | null {
    const file = this.#files.get(diagramName(this.#diagrams));
    this.#diagrams += 1;
    if (file === undefined) return null;
    const type = file[0] === 0x89 ? 'image/png' : 'image/svg+xml';
    // Pandoc writes the alternative text below a picture.
    const kind = this.reader === 'pandoc' ? '' : (source.trim().split(/[\s;]/, 1)[0] ?? '');
    const address = `data:${type};base64,${file.toString('base64')}`;
    return this.own(
      `<p><img class="diagram" alt="${escapeText(kind).replaceAll('"', '&quot;')}" src="${address}"></p>\n`,
    );
  }

  /** Returns the address that a picture of the text gets: its bytes, if it is a bitmap in the text or next to it; null otherwise. */
  picture(address: string): string | null {
    const file = this.#files.get(pathOf(address));
    return pictureAddress(file === undefined ? address : `data:;base64,${file.toString('base64')}`);
  }

  /** Returns what stands for our own HTML until `restore`. */
  own(html: string): string {
    if (this.reader === 'print') return html;
    return `${this.#mark}${this.#own.push(html) - 1};`;
  }

  /** Puts our own HTML into the cleaned page. */
  restore(page: string): string {
    return page.replace(new RegExp(`${this.#mark}(\\d+);`, 'g'), (_, index: string) => this.#own[Number(index)] ?? '');
  }
}

/** Returns the path of a relative address without fragment and query; a map finds it only if the path came with the text. */
function pathOf(address: string): string {
  const bare = address.trim().replace(/[?#].*$/s, '');
  try {
    return posix.normalize(decodeURIComponent(bare));
  } catch {
    return bare;
  }
}
