import { inlineOf, inlineText } from './layout/inline.ts';
import { addWeight, type Line, middle, mode, type Page, type Picture } from './reading/page.ts';

/*
 * Facts that only the whole document shows: the size of body text, the line distance, what repeats at the edges of pages. They are
 * collected while the pages are read for the first time; their size does not grow with the document.
 */
export interface DocumentFacts {
  readonly pages: number;
  readonly hasText: boolean;
  /** Font size of most of the text. */
  readonly bodySize: number;
  /** Sizes of headings, largest first. */
  readonly headingSizes: readonly number[];
  /** Sizes of short bold lines that are not larger than body text, largest first; none if most of the text is bold. */
  readonly boldSizes: readonly number[];
  /** Whether most of the text is italic, so that italic letters mean nothing. */
  readonly isItalic: boolean;
  /** Font family of most letters; '' if it is not known. */
  readonly family: string;
  /** Line distance inside a paragraph, in font sizes. */
  readonly leading: number;
  /** Lines that repeat at the edges of pages, by `runningKey`, with the one page that keeps each, or null. */
  readonly running: ReadonlyMap<string, number | null>;
  /** Pictures that repeat at one place, by `pictureKey`, with the page that keeps each. */
  readonly runningPictures: ReadonlyMap<string, number>;
  readonly vocabulary: ReadonlySet<string>;
  /** Size and text edges of the first page with text. */
  readonly page: { readonly width: number; readonly height: number; readonly left: number; readonly right: number };
}

/** Share of the pages on which a repeated line is (left and right pages may have their own), and the fewest pages. */
const REPEATED_SHARE = 0.4;
const REPEATED_PAGES = 3;
/** If this share of the text repeats, it is content: slides, labels, copies of one form. */
const MOST_REPEATED_TEXT = 0.1;
/** Share of the page's height at its top and bottom where running lines stand. */
const EDGE = 0.12;
/** The same for a page number that stands alone. */
const EDGE_OF_NUMBERS = 0.2;
/** Largest number of entries per collection; a document with more is treated as repeating nothing. */
const MAX_ENTRIES = 200_000;
/** Text this many times larger than body text is a heading. */
export const HEADING_RATIO = 1.15;
const HEADING_LEVELS = 4;
/** Bold lines smaller than this, compared with body text, are labels. */
export const LEAST_BOLD_RATIO = 0.97;
const BOLD_LEVELS = 2;
const LONGEST_HEADING_LINE = 150;
/** Largest number of fonts that are counted; a document with more has no dominant one. */
const MAX_FAMILIES = 1000;

interface Repeated {
  readonly texts: Set<string>;
  pages: number;
  first: number;
  last: number;
  /** Count on the last of these pages, and the highest count on any of them. */
  onLast: number;
  most: number;
}

export class FactsCollector {
  #pages = 0;
  #hasText = false;
  readonly #sizes = new Map<number, number>();
  readonly #largeLines = new Map<number, number>();
  readonly #boldLines = new Map<number, number>();
  /** Number of letters by look. */
  readonly #letters = { all: 0, bold: 0, italic: 0 };
  readonly #families = new Map<string, number>();
  readonly #leadings = new Map<number, number>();
  readonly #edgeLines = new Map<string, Repeated>();
  readonly #pictures = new Map<string, Repeated>();
  readonly #vocabulary = new Set<string>();
  #page: DocumentFacts['page'] | null = null;

  /** Adds a page; pages come in order. */
  add(page: Page): void {
    this.#pages += 1;
    const { lines } = page;
    if (lines.length > 0) {
      this.#hasText = true;
      const [left, right] = lines.reduce(([a, b], { x0, x1 }) => [Math.min(a, x0), Math.max(b, x1)], [page.width, 0]);
      this.#page ??= { width: page.width, height: page.height, left, right };
    }
    for (const [index, line] of lines.entries()) {
      this.#addLine(line, page);
      const before = lines[index - 1];
      if (before !== undefined) this.#addLeading(before, line);
    }
    for (const picture of page.pictures) count(this.#pictures, pictureKey(picture), '', this.#pages);
  }

  #addLine(line: Line, page: Page): void {
    const text = inlineText(inlineOf(line));
    addWeight(this.#sizes, rounded(line.size), text.length);
    if (text.length <= LONGEST_HEADING_LINE && /\p{L}/u.test(text)) {
      addWeight(this.#largeLines, rounded(line.size));
      if (isAll(line, 'bold')) addWeight(this.#boldLines, rounded(line.size));
    }
    for (const { spans } of line.words) {
      for (const { text: letters, style } of spans) {
        this.#letters.all += letters.length;
        if (this.#families.size < MAX_FAMILIES) addWeight(this.#families, style.face?.family ?? '', letters.length);
        if (style.bold) this.#letters.bold += letters.length;
        if (style.italic) this.#letters.italic += letters.length;
      }
    }
    const key = runningKey(line, text, page);
    if (key !== null) count(this.#edgeLines, key, text, this.#pages);
    // On another page something may be further out than the number.
    if (key?.endsWith(' #')) count(this.#edgeLines, placedNumber(line, key.slice(0, -2)), text, this.#pages);
    if (this.#vocabulary.size > MAX_ENTRIES) return;
    // The last word of a line may be broken by a hyphen.
    const words = text.toLowerCase().match(/\p{L}+(?:-\p{L}+)*/gu) ?? [];
    for (const word of words.slice(0, -1)) this.#vocabulary.add(word);
  }

  #addLeading(before: Line, line: Line): void {
    const pitch = (middle(line) - middle(before)) / line.size;
    if (line.block !== before.block || Math.abs(line.size - before.size) > 0.1) return;
    if (pitch > 0.9 && pitch < 3) addWeight(this.#leadings, Math.round(pitch * 20) / 20);
  }

  facts(): DocumentFacts {
    const bodySize = mode(this.#sizes) ?? 12;
    const large = [...this.#largeLines.keys()].filter((size) => size >= bodySize * HEADING_RATIO);
    return {
      pages: this.#pages,
      hasText: this.#hasText,
      bodySize,
      headingSizes: large.sort((a, b) => b - a).slice(0, 100),
      boldSizes: this.#boldSizes(bodySize),
      isItalic: this.#letters.italic * 2 > this.#letters.all,
      family: mode(this.#families) ?? '',
      leading: mode(this.#leadings) ?? 1.2,
      running: this.#running(),
      runningPictures: new Map(this.#repeated(this.#pictures).map(([key, { first }]) => [key, first])),
      vocabulary: this.#vocabulary,
      page: this.#page ?? { width: 595, height: 842, left: 57, right: 538 },
    };
  }

  #boldSizes(bodySize: number): number[] {
    if (this.#letters.bold * 2 > this.#letters.all) return [];
    const isOne = (size: number): boolean => size >= bodySize * LEAST_BOLD_RATIO && size < bodySize * HEADING_RATIO;
    return [...this.#boldLines.keys()].filter(isOne).sort((a, b) => b - a);
  }

  /**
   * A header is kept on its first page and a footer on its last: once, outside the text that flows from page to page. Text that changes
   * from page to page is a page number, which flowing text does not have.
   */
  #running(): Map<string, number | null> {
    const repeated = this.#repeated(this.#edgeLines).filter(
      ([key, { most }]) => !key.includes(NUMBER_AT) || most <= MOST_PAGE_NUMBERS,
    );
    const letters = repeated.reduce(
      (sum, [key, { pages }]) => sum + (key.includes(NUMBER_AT) ? 0 : pages * key.length),
      0,
    );
    const all = [...this.#sizes.values()].reduce((sum, weight) => sum + weight, 0);
    if (letters > MOST_REPEATED_TEXT * all) return new Map();
    return new Map(
      repeated.map(([key, { texts, first, last }]) => {
        if (texts.size > 1) return [key, null];
        return [key, key.startsWith('top') ? first : last];
      }),
    );
  }

  #repeated(entries: ReadonlyMap<string, Repeated>): [string, Repeated][] {
    const needed = Math.max(REPEATED_PAGES, this.#pages * REPEATED_SHARE);
    return [...entries].filter(([, { pages }]) => pages >= needed);
  }
}

/** Returns the key by which a line counts as repeated; null if it is not at an edge of the page. */
export function runningKey(line: Line, text: string, page: Page): string | null {
  const isNumber = NUMBER_ALONE.test(text);
  const isPageNumber = isNumber && edgeOf(line, page, EDGE_OF_NUMBERS) !== null && isOutermost(line, page);
  const edge = edgeOf(line, page, isPageNumber ? EDGE_OF_NUMBERS : EDGE);
  if (edge === null || text.length > 200) return null;
  if (isNumber) return isPageNumber ? `${edge} #` : placedNumber(line, edge);
  return `${edge} ${text.replace(/\d+/g, '#')}`;
}

const placedNumber = (line: Line, edge: string): string => `${edge} ${NUMBER_AT} ${Math.round(middle(line) / 3)}`;

function edgeOf(line: Line, page: Page, share: number): 'top' | 'bottom' | null {
  if (line.y1 < page.height * share) return 'top';
  return line.y0 > page.height * (1 - share) ? 'bottom' : null;
}

const NUMBER_ALONE = /^[^\p{L}\p{N}]*(?:\d{1,4}|[ivxlc]{1,7})[^\p{L}\p{N}]*$/iu;
/** Numbers with something further out are page numbers only if all are at one height; others belong to notes or a table's last row. */
const NUMBER_AT = '# at';
/** Two pages may share a sheet; more numbers at one height are cells of a table. */
const MOST_PAGE_NUMBERS = 2;

/** Whether nothing is further out than a number: page numbers may be further in than other running lines. */
function isOutermost(line: Line, page: Page): boolean {
  const isBottom = middle(line) > page.height / 2;
  let beside = 0;
  return page.lines.every((other) => {
    const beyond = isBottom ? middle(other) - middle(line) : middle(line) - middle(other);
    if (Math.abs(beyond) < 2 && NUMBER_ALONE.test(inlineText(inlineOf(other)))) beside += 1;
    return beyond < 2 && beside <= MOST_PAGE_NUMBERS;
  });
}

export function pictureKey({ x0, y0, x1, y1 }: Picture): string {
  return [x0, y0, x1, y1].map(Math.round).join(' ');
}

/** Returns the level of a heading in larger letters, 1 to 4; null for body text. Sizes within 4 % of each other are one level. */
export function headingLevel(size: number, facts: DocumentFacts): number | null {
  if (size < facts.bodySize * HEADING_RATIO) return null;
  return levelAmong(facts.headingSizes, size, HEADING_LEVELS);
}

/**
 * Returns the heading level, 1 to 6, that fully bold or italic lines would have: below those in larger letters. Null for other lines, and
 * for smaller ones.
 */
export function emphasisLevel(lines: readonly Line[], facts: DocumentFacts): number | null {
  const size = lines[0]?.size ?? 0;
  if (size < facts.bodySize * LEAST_BOLD_RATIO || size >= facts.bodySize * HEADING_RATIO) return null;
  const { headingSizes, boldSizes } = facts;
  if (boldSizes.length > 0 && lines.every((line) => isAll(line, 'bold'))) {
    return Math.min(6, largerLevels(headingSizes) + levelAmong(boldSizes, size, BOLD_LEVELS));
  }
  const isItalic = !facts.isItalic && lines.every((line) => isAll(line, 'italic'));
  return isItalic ? lowestLevel(facts) : null;
}

/** Returns the level below those of larger and of bold letters. */
export function lowestLevel({ headingSizes, boldSizes }: DocumentFacts): number {
  const bold = boldSizes.length === 0 ? 0 : levelAmong(boldSizes, 0, BOLD_LEVELS);
  return Math.min(6, largerLevels(headingSizes) + bold + 1);
}

const largerLevels = (sizes: readonly number[]): number =>
  sizes.length === 0 ? 0 : levelAmong(sizes, 0, HEADING_LEVELS);

/** Names of monospaced fonts for code: a line in one is not a heading. */
const FIXED_WIDTH = /mono|courier|consol|typewriter|fixed|menlo|code|cmtt/;

/** Whether a whole line is in one font of another family than the text, and hardly smaller. */
export function isInOtherFont({ words, size }: Line, facts: DocumentFacts): boolean {
  const family = words[0]?.spans[0]?.style.face?.family ?? '';
  if (family === '' || facts.family === '' || family === facts.family || FIXED_WIDTH.test(family)) return false;
  if (size < facts.bodySize * LEAST_BOLD_RATIO) return false;
  return words.every(({ spans }) => spans.every(({ style }) => style.face?.family === family));
}

/** Whether part of a line is in the font of the text. */
export function isInUsualFont({ words }: Line, { family }: DocumentFacts): boolean {
  return words.some(({ spans }) => spans.some(({ style }) => style.face?.family === family));
}

/** Returns the rank of a size among others, largest first, from 1; sizes within 4 % of each other count as one. */
function levelAmong(sizes: readonly number[], size: number, most: number): number {
  let level = 0;
  let current = Number.POSITIVE_INFINITY;
  for (const known of sizes) {
    if (known < current * 0.96) {
      level += 1;
      current = known;
    }
    if (rounded(size) >= known || level === most) break;
  }
  return Math.max(1, level);
}

/** Whether a whole line is bold, or italic. */
export function isAll(line: Line, look: 'bold' | 'italic'): boolean {
  return line.words.every(({ spans }) => spans.every(({ style }) => style[look]));
}

const rounded = (size: number): number => Math.round(size * 2) / 2;

function count(entries: Map<string, Repeated>, key: string, text: string, page: number): void {
  const entry = entries.get(key);
  if (entry === undefined) {
    if (entries.size < MAX_ENTRIES)
      entries.set(key, { texts: new Set([text]), pages: 1, first: page, last: page, onLast: 1, most: 1 });
    return;
  }
  if (entry.texts.size < 2) entry.texts.add(text);
  if (entry.last !== page) entry.pages += 1;
  entry.onLast = entry.last === page ? entry.onLast + 1 : 1;
  entry.most = Math.max(entry.most, entry.onLast);
  entry.last = page;
}
