/*
 * What a page is to the layout rules. All lengths are points, from the page's top left corner, y downwards.
 */
export interface Box {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/** How text looks. `link` is an address that a document may hold (http, https, ftp, mailto). */
export interface Style {
  readonly size: number;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly link: string | null;
  /** Where it was asked for: font and colour, the same object for the same ones. */
  readonly face?: Face;
}

/** The font by the name that the PDF has for it, and the colour of its letters as RRGGBB. */
export interface Face {
  readonly font: string;
  /** The font without what its name says of weight, slant and encoding. */
  readonly family: string;
  readonly color: string;
  /** A line under the letters; poppler knows of none, as a PDF draws it like any other. */
  readonly underline?: true;
}

/** Text of one style. `script`: raised or lowered beside larger text. */
export interface Span {
  readonly text: string;
  readonly style: Style;
  readonly script: 'super' | 'sub' | null;
}

/** A word of the page, its text in the order in which it is seen, from left to right. */
export interface Word extends Box {
  readonly spans: readonly Span[];
  /** It runs up or down the page. */
  readonly turned?: true;
}

/** Words beside each other; `words` from left to right. `block` and `line` number them in reading order. */
export interface Line extends Box {
  readonly words: readonly Word[];
  readonly block: number;
  readonly line: number;
  /** Font size of most of its letters. */
  readonly size: number;
  /** Most of its letters are of a script that is written from right to left. */
  readonly rtl: boolean;
}

/** A picture beside the HTML file. */
export interface Picture extends Box {
  readonly src: string;
}

export interface Page {
  readonly width: number;
  readonly height: number;
  /** In reading order. */
  readonly lines: readonly Line[];
  readonly pictures: readonly Picture[];
}

export const width = (box: Box): number => box.x1 - box.x0;
export const middle = (box: Box): number => (box.y0 + box.y1) / 2;

/** The smallest box around all; at least one is needed. */
export function around(boxes: readonly Box[]): Box {
  let [x0, y0, x1, y1] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, -Infinity, -Infinity];
  for (const box of boxes) {
    x0 = Math.min(x0, box.x0);
    y0 = Math.min(y0, box.y0);
    x1 = Math.max(x1, box.x1);
    y1 = Math.max(y1, box.y1);
  }
  return { x0, y0, x1, y1 };
}

/** The text of a word as it is seen. */
export function wordText(word: Word): string {
  return word.spans.length === 1 ? (word.spans[0]?.text ?? '') : word.spans.map(({ text }) => text).join('');
}

/** Letters and whatever else a word has, in code units: the weight of its font size. */
export function wordLength(word: Word): number {
  return word.spans.reduce((sum, { text }) => sum + text.length, 0);
}

/** The value with the largest weight; null of nothing. */
export function mode<Key>(weights: ReadonlyMap<Key, number>): Key | null {
  let best: Key | null = null;
  let most = 0;
  for (const [value, weight] of weights) {
    if (weight > most) [best, most] = [value, weight];
  }
  return best;
}

export function addWeight<Key>(weights: Map<Key, number>, key: Key, weight = 1): void {
  weights.set(key, (weights.get(key) ?? 0) + weight);
}

/** The value below which this share of all lies; 0 of none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
