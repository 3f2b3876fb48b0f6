/*
 * A page as the layout rules see it. All lengths are in points, from the page's top left corner, y downwards.
 */
export interface Box {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/** Look of text. `link` is an address that a document may hold (http, https, ftp, mailto). */
export interface Style {
  readonly size: number;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly link: string | null;
  /** Font and colour if they were asked for; equal ones share one object. */
  readonly face?: Face;
}

/** Name of the font in the PDF, and the colour of its letters as RRGGBB. */
export interface Face {
  readonly font: string;
  /** Name of the font without weight, slant and encoding. */
  readonly family: string;
  readonly color: string;
  /** Whether the letters are underlined. poppler does not report it, because a PDF draws the line like any other. */
  readonly underline?: true;
}

/** Text of one style. `script`: raised or lowered, next to larger text. */
export interface Span {
  readonly text: string;
  readonly style: Style;
  readonly script: 'super' | 'sub' | null;
}

/** A word of the page; its text is in visual order, from left to right. */
export interface Word extends Box {
  readonly spans: readonly Span[];
  /** Whether it runs up or down the page. */
  readonly turned?: true;
}

/** Words side by side; `words` from left to right. `block` and `line` number them in reading order. */
export interface Line extends Box {
  readonly words: readonly Word[];
  readonly block: number;
  readonly line: number;
  /** Font size of most of its letters. */
  readonly size: number;
  /** Whether most of its letters are of a right-to-left script. */
  readonly rtl: boolean;
}

/** A picture file next to the HTML file. */
export interface Picture extends Box {
  readonly src: string;
}

export interface Page {
  readonly width: number;
  readonly height: number;
  /** Lines in reading order. */
  readonly lines: readonly Line[];
  readonly pictures: readonly Picture[];
}

export const width = (box: Box): number => box.x1 - box.x0;
export const middle = (box: Box): number => (box.y0 + box.y1) / 2;

/** Returns the smallest box around all boxes, of which there must be at least one. */
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

/** Returns the text of a word in visual order. */
export function wordText(word: Word): string {
  return word.spans.length === 1 ? (word.spans[0]?.text ?? '') : word.spans.map(({ text }) => text).join('');
}

/** Returns the length of a word in code units: the weight of its font size. */
export function wordLength(word: Word): number {
  return word.spans.reduce((sum, { text }) => sum + text.length, 0);
}

/** Returns the value with the largest weight; null if there is none. */
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

/** Returns the value below which this share of all values lies; 0 if there are none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
