import type { Attributes, HtmlHandler } from './events.ts';
import { INLINE } from './parser.ts';
import { VOID_ELEMENTS } from './writer.ts';

/** Deeper elements lose their tags and keep their text. LibreOffice recurses for each level, and real documents need far fewer. */
const DEEPEST = 128;
/** Inline elements that were never closed must not use up the levels of the blocks. */
const DEEPEST_INLINE = 48;
/** A table in a table costs LibreOffice much more than any other level. */
const DEEPEST_TABLE = 12;

/** Parts of lists and tables: they are removed with their parent, or they would become part of an outer one. */
const WHOLES = new Map<string, readonly string[]>([
  ['li', ['ul', 'ol', 'menu', 'dir']],
  ...['dd', 'dt'].map((name) => [name, ['dl']] as const),
  ...['tr', 'td', 'th', 'tbody', 'thead', 'tfoot', 'caption', 'colgroup', 'col'].map(
    (name) => [name, ['table']] as const,
  ),
]);

/** Passes a document to `handler`, nested only as deep as later programs support. */
export function limitDepth(handler: HtmlHandler): HtmlHandler {
  return new DepthLimit(handler);
}

class DepthLimit implements HtmlHandler {
  readonly #handler: HtmlHandler;
  /** For each open element, whether it has kept its tags. */
  readonly #kept: boolean[] = [];
  #all = 0;
  #inlines = 0;
  #tables = 0;
  /** Open elements without tags, by name. */
  readonly #flattened = new Map<string, number>();

  constructor(handler: HtmlHandler) {
    this.#handler = handler;
  }

  open(name: string, attributes: Attributes): void {
    const isKept = !this.#isTooDeep(name);
    this.#kept.push(isKept);
    this.#count(name, isKept, 1);
    if (isKept) this.#handler.open(name, attributes);
  }

  close(name: string): void {
    const isKept = this.#kept.pop() === true;
    this.#count(name, isKept, -1);
    if (isKept) this.#handler.close(name);
  }

  text(text: string): void {
    this.#handler.text(text);
  }

  #isTooDeep(name: string): boolean {
    if (WHOLES.get(name)?.some((whole) => (this.#flattened.get(whole) ?? 0) > 0)) return true;
    if (VOID_ELEMENTS.has(name) || name === 'script' || name === 'style') return false;
    if (name === 'table' && this.#tables >= DEEPEST_TABLE) return true;
    return INLINE.has(name) ? this.#inlines >= DEEPEST_INLINE : this.#all >= DEEPEST;
  }

  #count(name: string, isKept: boolean, change: 1 | -1): void {
    if (!isKept) {
      this.#flattened.set(name, (this.#flattened.get(name) ?? 0) + change);
      return;
    }
    this.#all += change;
    if (INLINE.has(name)) this.#inlines += change;
    if (name === 'table') this.#tables += change;
  }
}
