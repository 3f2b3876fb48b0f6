import { lineOf, type Paragraph, paragraphOf, type TextLine, type TextWord } from './page.ts';

/** A page as tesseract read it, in points. */
export interface ReadPage {
  readonly paragraphs: readonly Paragraph[];
  /** Tesseract's confidence, percent: the mean over all letters; 0 if nothing was read. */
  readonly confidence: number;
  readonly letters: number;
}

/** Columns of tesseract's TSV output (its renderer TessTsvRenderer). */
const [LEVEL, PAGE, BLOCK, PARAGRAPH, LINE, , LEFT, TOP, WIDTH, HEIGHT, CONFIDENCE, TEXT] = [...Array(12).keys()] as [
  0,
  1,
  2,
  3,
  4,
  5,
  6,
  7,
  8,
  9,
  10,
  11,
];
const PAGE_LEVEL = '1';
const WORD_LEVEL = '5';

/**
 * Returns the pages of a TSV file of tesseract, one for each picture, in order. `pageWidths`: width of each page in points, for the
 * conversion of pixels to points.
 */
export function parseTsv(tsv: string, pageWidths: readonly number[]): readonly ReadPage[] {
  const pages: PageBuilder[] = [];
  for (const row of tsv.split('\n')) {
    const fields = row.split('\t');
    if (fields[LEVEL] === PAGE_LEVEL) {
      const width = pageWidths[pages.length] ?? 0;
      pages.push(new PageBuilder(width / Math.max(1, Number(fields[WIDTH]))));
    } else if (fields[LEVEL] === WORD_LEVEL) pages[Number(fields[PAGE]) - 1]?.add(fields);
  }
  return pages.map((page) => page.end());
}

class PageBuilder {
  readonly #scale: number;
  readonly #paragraphs: Paragraph[] = [];
  #lines: TextLine[] = [];
  #words: TextWord[] = [];
  #paragraph = '';
  #line = '';
  #letters = 0;
  #sureness = 0;

  constructor(scale: number) {
    this.#scale = scale;
  }

  add(fields: readonly string[]): void {
    const text = fields[TEXT]?.trim() ?? '';
    // Tesseract reads specks and rules as words of white space.
    if (text === '') return;
    const paragraph = `${fields[BLOCK]} ${fields[PARAGRAPH]}`;
    const line = `${paragraph} ${fields[LINE]}`;
    if (line !== this.#line) this.#endLine();
    if (paragraph !== this.#paragraph) this.#endParagraph();
    [this.#line, this.#paragraph] = [line, paragraph];
    const [x0, y0] = [Number(fields[LEFT]) * this.#scale, Number(fields[TOP]) * this.#scale];
    const x1 = x0 + Number(fields[WIDTH]) * this.#scale;
    this.#words.push({ text, x0, y0, x1, y1: y0 + Number(fields[HEIGHT]) * this.#scale });
    this.#letters += text.length;
    this.#sureness += text.length * Math.max(0, Number(fields[CONFIDENCE]));
  }

  end(): ReadPage {
    this.#endLine();
    this.#endParagraph();
    const confidence = this.#letters === 0 ? 0 : this.#sureness / this.#letters;
    return { paragraphs: this.#paragraphs, confidence, letters: this.#letters };
  }

  #endLine(): void {
    if (this.#words.length > 0) this.#lines.push(lineOf(this.#words));
    this.#words = [];
  }

  #endParagraph(): void {
    if (this.#lines.length > 0) this.#paragraphs.push(paragraphOf(this.#lines));
    this.#lines = [];
  }
}
