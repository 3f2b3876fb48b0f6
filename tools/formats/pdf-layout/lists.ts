import type { List } from '../docx/model.ts';
import type { DocxWriter } from '../docx/write.ts';
import type { Mark } from '../pdf-text/structure/lists.ts';

/** Marks of symbol fonts as characters that every font has. */
const SIGNS: Readonly<Record<string, string>> = {
  '\uf0b7': '•',
  '\uf0a7': '▪',
  '\uf0d8': '➢',
  '\uf0fc': '✓',
};

/** Lists of a document: an item continues the list of its kind, or starts one. */
export class ListKeeper {
  readonly #writer: DocxWriter;
  readonly #signs = new Map<string, number>();
  readonly #numbered = new Map<string, { list: number; value: number }>();

  constructor(writer: DocxWriter) {
    this.#writer = writer;
  }

  /** Returns the list of an item. @param indent position of its text: nested lists have their own numbers */
  item(mark: Mark, text: string, indent: number): number {
    if (mark.kind === 'sign') return this.#sign(SIGNS[text] ?? text);
    const isUpper = mark.kind === 'letter' && text !== text.toLowerCase();
    const key = [mark.kind, mark.shape, isUpper, Math.round(indent / 6)].join(' ');
    const open = this.#numbered.get(key);
    if (open !== undefined && open.value + 1 === mark.value) {
      open.value += 1;
      return open.list;
    }
    const kind = mark.kind === 'number' ? 'decimal' : isUpper ? 'upperLetter' : 'lowerLetter';
    const shape = mark.shape.startsWith('(') ? `(%1${mark.shape.slice(1)}` : `%1${mark.shape}`;
    const list = this.#writer.list({ mark: { kind, shape, start: mark.value } });
    this.#numbered.set(key, { list, value: mark.value });
    return list;
  }

  #sign(sign: string): number {
    const known = this.#signs.get(sign);
    if (known !== undefined) return known;
    const mark: List['mark'] = { kind: 'sign', sign, font: null };
    const list = this.#writer.list({ mark });
    this.#signs.set(sign, list);
    return list;
  }
}
