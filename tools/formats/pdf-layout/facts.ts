import type { Body } from '../docx/model.ts';
import type { FontClass } from '../docx/parts.ts';
import { inlineOf, inlineText } from '../pdf-text/layout/inline.ts';
import { addWeight, type Line, middle, type Page, wordLength } from '../pdf-text/reading/page.ts';
import { type DocumentFacts, FactsCollector, runningKey } from '../pdf-text/statistics.ts';
import { fontOf } from './fonts.ts';
import { linesPlace } from './shape.ts';

/** Area of the text on pages of one size. */
export interface Frame {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** A line at the edge of several pages. */
export interface RunningLine {
  readonly key: string;
  readonly edge: 'top' | 'bottom';
  readonly line: Line;
  /** Its text on the pages that have it, by page number. */
  readonly texts: ReadonlyMap<number, string>;
}

export interface LayoutFacts {
  readonly text: DocumentFacts;
  readonly body: Body;
  readonly fonts: ReadonlyMap<string, FontClass>;
  /** Frames by page size (sizeKey). */
  readonly frames: ReadonlyMap<string, Frame>;
  readonly running: readonly RunningLine[];
  /** Keys (edgeKey) of the lines that the running lines represent. */
  readonly runningKeys: ReadonlySet<string>;
}

/** Returns the key by which a line counts as repeated, including its size: a header can look different on the first page. */
export function edgeKey(line: Line, page: Page): string | null {
  const key = edgeText(line, page);
  return key === null ? null : `${key} ${Math.round(line.size * 2)}`;
}

/** Does the same regardless of size. Page numbers may be further in than headers and footers. */
function edgeText(line: Line, page: Page): string | null {
  const text = inlineText(inlineOf(line));
  const key = runningKey(line, text, page);
  if (key !== null || pageNumberOf(text) === null) return key;
  return `${middle(line) < page.height / 2 ? 'top' : 'bottom'} number ${Math.round(middle(line) / 3)}`;
}

/** Returns the number of a line that has nothing else: `7`, `- 7 -`. */
function pageNumberOf(text: string): number | null {
  const [, number] = /^[-–—\s]*(\d{1,4})[-–—\s]*$/.exec(text) ?? [];
  return number === undefined ? null : Number(number);
}

/** Whether the numbers increase with the pages, on most of them. */
function arePageNumbers(texts: ReadonlyMap<number, string>, pages: number): boolean {
  const offsets = new Set([...texts].map(([page, text]) => (pageNumberOf(text) ?? 0) - page));
  return pages > 1 && texts.size >= 2 && texts.size >= 0.5 * pages && offsets.size === 1;
}

export const sizeKey = ({ width, height }: { readonly width: number; readonly height: number }): string =>
  `${Math.round(width)} ${Math.round(height)}`;

const MAX_RUNNING = 20_000;
/** Largest difference of a running line's size between pages, points. */
const SAME_SIZE = 0.6;
const MAX_FONTS = 1000;
/** Largest number of remembered texts of one running line, to find page numbers in them. */
const MAX_TEXTS = 5000;

/** A line at the edge of pages, in one size. */
interface EdgeLine {
  readonly edgeText: string;
  readonly line: Line;
  readonly texts: Map<number, string>;
}

interface Edges {
  readonly lefts: Map<number, number>;
  readonly rights: Map<number, number>;
  /** Top and bottom of the lines that are not at an edge of their page. */
  top: number;
  bottom: number;
  /** The same for each line at the edge, by its key: they count unless they are running lines. */
  readonly edge: Map<string, { top: number; bottom: number }>;
}

/** Collects, page by page, facts about the whole document. */
export class LayoutCollector {
  readonly #text = new FactsCollector();
  readonly #fonts = new Map<string, number>();
  readonly #edges = new Map<string, Edges>();
  /** Edge lines by edgeKey. */
  readonly #running = new Map<string, EdgeLine>();
  #number = 0;

  add(page: Page): void {
    this.#number += 1;
    this.#text.add(page);
    const key = sizeKey(page);
    const edges = this.#edges.get(key) ?? newEdges();
    this.#edges.set(key, edges);
    for (const line of page.lines) this.#addLine(line, page, edges);
  }

  #addLine(line: Line, page: Page, edges: Edges): void {
    let letters = 0;
    for (const word of line.words) {
      letters += wordLength(word);
      for (const { text, style } of word.spans) {
        const font = style.face?.font ?? '';
        if (this.#fonts.size < MAX_FONTS || this.#fonts.has(font)) addWeight(this.#fonts, font, text.length);
      }
    }
    addWeight(edges.lefts, Math.round(line.x0), letters);
    addWeight(edges.rights, Math.round(line.x1), letters);
    const { top, bottom } = linesPlace([line]);
    const key = edgeKey(line, page);
    const text = edgeText(line, page);
    if (key === null || text === null || this.#running.size > MAX_RUNNING) {
      edges.top = Math.min(edges.top, top);
      edges.bottom = Math.max(edges.bottom, bottom);
      return;
    }
    const known = edges.edge.get(key) ?? { top, bottom };
    edges.edge.set(key, { top: Math.min(known.top, top), bottom: Math.max(known.bottom, bottom) });
    const running = this.#running.get(key) ?? { edgeText: text, line, texts: new Map() };
    if (running.texts.size < MAX_TEXTS) running.texts.set(this.#number, inlineText(inlineOf(line)));
    this.#running.set(key, running);
  }

  facts(): LayoutFacts {
    const text = this.#text.facts();
    const families = new Map<string, number>();
    const fonts = new Map<string, FontClass>();
    for (const [name, weight] of this.#fonts) {
      const { family, kind } = fontOf(name);
      addWeight(families, family, weight);
      fonts.set(family, kind);
    }
    const isRunning = ({ key, texts }: RunningLine): boolean =>
      (text.running.has(key) && texts.size > 1) || (key.includes(' number ') && arePageNumbers(texts, text.pages));
    const found = sameLines(this.#running).filter(({ running }) => isRunning(running));
    const keys = new Set(found.flatMap((each) => each.keys));
    const [font = 'Times New Roman'] = [...families].sort((a, b) => b[1] - a[1]).map(([family]) => family);
    return {
      text,
      body: { font, size: Math.round(text.bodySize * 2) / 2, language: null },
      fonts,
      frames: new Map([...this.#edges].map(([key, edges]) => [key, frameOf(edges, key, keys)])),
      running: found.map(({ running }) => running),
      runningKeys: keys,
    };
  }
}

/** Of lines that differ only in size, takes those of the size that most pages have. */
function sameLines(lines: ReadonlyMap<string, EdgeLine>): { running: RunningLine; keys: readonly string[] }[] {
  const byText = Map.groupBy(lines, ([, { edgeText }]) => edgeText);
  return [...byText].map(([key, looks]) => {
    const [, usual] = looks.reduce((best, each) => (each[1].texts.size > best[1].texts.size ? each : best));
    const alike = looks.filter(([, { line }]) => Math.abs(line.size - usual.line.size) <= SAME_SIZE);
    const texts = new Map(alike.flatMap(([, each]) => [...each.texts]).sort(([a], [b]) => a - b));
    const edge = key.startsWith('top') ? 'top' : 'bottom';
    return { running: { key, edge, line: usual.line, texts }, keys: alike.map(([each]) => each) };
  });
}

const newEdges = (): Edges => ({
  lefts: new Map(),
  rights: new Map(),
  top: Number.POSITIVE_INFINITY,
  bottom: Number.NEGATIVE_INFINITY,
  edge: new Map(),
});

/** Share of the text that may be left or right of the margins as an exception. */
const OUTSIDE = 0.02;

function frameOf(edges: Edges, key: string, running: ReadonlySet<string>): Frame {
  const [width = 595, height = 842] = key.split(' ').map(Number);
  const own = [...edges.edge].filter(([each]) => !running.has(each)).map(([, place]) => place);
  const top = Math.min(edges.top, ...own.map((place) => place.top));
  const bottom = Math.max(edges.bottom, ...own.map((place) => place.bottom));
  const left = weightedPlace(edges.lefts, OUTSIDE) ?? 72;
  const right = weightedPlace(edges.rights, 1 - OUTSIDE / 2) ?? width - 72;
  return {
    left: clamp(left, 0, width * 0.6),
    right: clamp(Math.max(right, left + width / 5), width * 0.3, width),
    top: Number.isFinite(top) ? clamp(top, 0, height * 0.8) : 72,
    bottom: Number.isFinite(bottom) ? clamp(bottom, height * 0.2, height) : height - 72,
  };
}

const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);

/** Returns the value below which this share of the weight lies; null if there is none. */
function weightedPlace(weights: ReadonlyMap<number, number>, share: number): number | null {
  const sorted = [...weights].sort((a, b) => a[0] - b[0]);
  const all = sorted.reduce((sum, [, weight]) => sum + weight, 0);
  let sum = 0;
  for (const [place, weight] of sorted) {
    sum += weight;
    if (sum >= share * all) return place;
  }
  return null;
}
