import { escapeText } from '../html/writer.ts';
import type { OdfAttributes } from './xml-events.ts';

/** The label before a paragraph of a list. */
export interface Label {
  /** `bullet`: a sign; `number`: a decimal number; `text`: any other, such as `1.2` or `b)`; `none`: nothing is shown. */
  readonly kind: 'bullet' | 'number' | 'text' | 'none';
  readonly number: number;
  /** Displayed text. */
  readonly text: string;
}

const NOTHING: Label = { kind: 'none', number: 0, text: '' };

interface Level {
  readonly bullet: string | null;
  /** Format of the number: `1`, `a`, `I`; empty: not shown. */
  readonly format: string;
  /** Template with the numbers of the levels: `%1%.%2%.`. */
  readonly shown: string | null;
  readonly prefix: string;
  readonly suffix: string;
  readonly levels: number;
  readonly start: number;
}

/** Number of list levels in OpenDocument. */
const DEEPEST_LEVEL = 10;

const LEVELS: ReadonlyMap<string, string> = new Map([
  ['text:list-level-style-number', 'number'],
  ['text:list-level-style-bullet', 'bullet'],
  ['text:list-level-style-image', 'bullet'],
  ['text:outline-level-style', 'number'],
]);

/** Name of the single style that numbers headings outside of lists. */
export const OUTLINE = '';

/** List styles, and the counts of each list (ODF 1.3 part 3, 5.3.2 and 16.31). */
export class Numbering {
  readonly #styles = new Map<string, Map<number, Level>>();
  #style: Map<number, Level> | null = null;
  readonly #lists = new Map<string, Counts>();
  readonly #lastOfStyle = new Map<string, Counts>();
  #outline = new Counts();

  /** Reads an element of the styles. */
  openStyle(name: string, attributes: OdfAttributes): void {
    if (name === 'text:list-style' || name === 'text:outline-style') {
      this.#style = new Map();
      this.#styles.set(name === 'text:outline-style' ? OUTLINE : (attributes['style:name'] ?? ''), this.#style);
    } else if (LEVELS.has(name)) {
      this.#style?.set(Number(attributes['text:level']), levelOf(name, attributes));
    }
  }

  /** Returns the counts that a new list continues: its own, or those of another list. */
  begin(attributes: OdfAttributes): Counts {
    const style = attributes['text:style-name'] ?? '';
    const known =
      this.#lists.get(attributes['text:continue-list'] ?? '') ??
      (attributes['text:continue-numbering'] === 'true' ? this.#lastOfStyle.get(style) : undefined);
    const counts = known ?? new Counts();
    const id = attributes['xml:id'];
    if (id !== undefined) this.#lists.set(id, counts);
    this.#lastOfStyle.set(style, counts);
    return counts;
  }

  /** Returns the label of the next paragraph on a level, from 1. `start`: its number, regardless of previous ones. */
  next(counts: Counts, style: string, level: number, start: number | null): Label {
    const levels = this.#styles.get(style);
    const at = Math.min(level, DEEPEST_LEVEL);
    const how = levels?.get(at);
    if (levels === undefined || how === undefined) return { kind: 'bullet', number: 0, text: '' };
    const number = counts.next(at, start, (each) => levels.get(each)?.start ?? 1);
    if (how.bullet !== null) return how.bullet.trim() === '' ? NOTHING : { kind: 'bullet', number, text: how.bullet };
    const text = shownOf(how, at, (each) =>
      written(counts.at(each) ?? levels.get(each)?.start ?? 1, levels.get(each)?.format ?? '1'),
    );
    if (text.trim() === '') return NOTHING;
    const isPlain = /^\W{0,3}\d+\W{0,3}$/.test(text) && how.format === '1';
    return { kind: isPlain ? 'number' : 'text', number, text: text.trim() };
  }

  /** Returns the label of a heading outside of lists. */
  ofHeading(level: number, attributes: OdfAttributes): Label {
    if (attributes['text:is-list-header'] === 'true') return NOTHING;
    const restarts = attributes['text:restart-numbering'] === 'true';
    const label = this.next(this.#outline, OUTLINE, level, startOf(attributes) ?? (restarts ? 1 : null));
    return label.kind === 'bullet' ? NOTHING : label;
  }
}

/** Returns a heading's label as HTML: `1.` becomes 1, because Markdown has no list there. */
export function headingNumber(label: Label | null): string {
  if (label === null || label.kind === 'none' || label.kind === 'bullet') return '';
  return `${escapeText(label.text.replace(/\.$/, ''))} `;
}

/** Returns the number that an element sets; null if counting continues. */
export function startOf(attributes: OdfAttributes): number | null {
  const start = Number.parseInt(attributes['text:start-value'] ?? '', 10);
  return Number.isNaN(start) ? null : start;
}

/** Current counts of a list on each level. */
export class Counts {
  readonly #numbers: (number | undefined)[] = [];

  at(level: number): number | undefined {
    return this.#numbers[level];
  }

  /** Counts on a level; higher levels that have not begun yet begin now, as in Word. */
  next(level: number, given: number | null, startOf: (level: number) => number): number {
    for (let above = 1; above < level; above++) this.#numbers[above] ??= startOf(above);
    const last = this.#numbers[level];
    const number = given ?? (last === undefined ? startOf(level) : last + 1);
    this.#numbers.length = level;
    this.#numbers[level] = number;
    return number;
  }
}

function levelOf(name: string, attributes: OdfAttributes): Level {
  const isBullet = LEVELS.get(name) === 'bullet';
  return {
    bullet: isBullet ? (attributes['text:bullet-char'] ?? '•') : null,
    format: attributes['style:num-format'] ?? '',
    shown: attributes['loext:num-list-format'] ?? null,
    prefix: attributes['style:num-prefix'] ?? '',
    suffix: attributes['style:num-suffix'] ?? '',
    levels: Number.parseInt(attributes['text:display-levels'] ?? '1', 10) || 1,
    start: startOf(attributes) ?? 1,
  };
}

function shownOf(
  { shown, format, prefix, suffix, levels }: Level,
  level: number,
  numberAt: (level: number) => string,
): string {
  if (shown !== null) return shown.slice(0, 200).replace(/%(\d+)%/g, (_, each: string) => numberAt(Number(each)));
  if (format === '') return `${prefix}${suffix}`;
  const first = Math.max(1, level - levels + 1);
  const numbers = Array.from({ length: level - first + 1 }, (_, index) => numberAt(first + index));
  return `${prefix}${numbers.filter((number) => number !== '').join('.')}${suffix}`;
}

function written(number: number, format: string): string {
  if (number < 1) return format === '' ? '' : String(number);
  switch (format) {
    case '':
      return '';
    case 'a':
      return letters(number);
    case 'A':
      return letters(number).toUpperCase();
    case 'i':
      return roman(number).toLowerCase();
    case 'I':
      return roman(number);
    default:
      return format.startsWith('01') ? String(number).padStart(2, '0') : String(number);
  }
}

/** Returns a to z, aa, bb, as Word counts. */
function letters(number: number): string {
  const letter = String.fromCharCode('a'.charCodeAt(0) + ((number - 1) % 26));
  return letter.repeat(Math.min(10, Math.ceil(number / 26)));
}

const ROMAN: readonly (readonly [number, string])[] = [
  [1000, 'M'],
  [900, 'CM'],
  [500, 'D'],
  [400, 'CD'],
  [100, 'C'],
  [90, 'XC'],
  [50, 'L'],
  [40, 'XL'],
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
];

function roman(number: number): string {
  if (number > 3999) return String(number);
  let rest = number;
  let text = '';
  for (const [value, sign] of ROMAN) {
    while (rest >= value) {
      text += sign;
      rest -= value;
    }
  }
  return text;
}
