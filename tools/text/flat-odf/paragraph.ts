import { escapeText, openTag } from '../html/writer.ts';
import { blockFormulaHtml, checkHtml, formulaHtml } from '../own-marks.ts';
import type { OdfStyles, TextLook } from './styles.ts';

/** Kinds of text that are code, by the names that LibreOffice and Word have for them. */
const CODE_SPANS: ReadonlySet<string> = new Set([
  'Source Text',
  'HTML Code',
  'HTML Typewriter',
  'Verbatim Char',
  'Code',
]);
const CODE_PARAGRAPHS: ReadonlySet<string> = new Set([
  'Preformatted Text',
  'HTML Preformatted',
  'Source Code',
  'Code',
  'Code Block',
]);
const TITLES: ReadonlySet<string> = new Set(['Title']);
const QUOTATIONS: ReadonlySet<string> = new Set(['Quotations', 'Quote', 'Intense Quote', 'Block Quotation']);

/** Signs that prose does not have: a paragraph in a typeface of code alone may be a letter from a typewriter. */
const SIGNS_OF_CODE = /[={}[\]<>;]|\w\(|^\s{2,}\S/;

/** Boxes that stand for a check box where a paragraph begins with one. */
const BOX = /^\s*([\u2610\u2611\u2612])\s*/;

/** More spaces than that in a row say nothing. */
const MOST_SPACES = 100;

/** The most levels of headings that Markdown has. */
const DEEPEST_HEADING = 6;

/** A paragraph as it is read: its text as HTML, and what hangs on it. */
export class Paragraph {
  /** Blocks of text boxes and the like that are anchored here. */
  readonly boxes: string[] = [];
  readonly #html: string[] = [];
  readonly #plain: string[] = [];
  readonly #formulas: string[] = [];
  readonly #styles: OdfStyles;
  readonly #looks: { readonly look: TextLook; readonly isCode: boolean }[];
  readonly #names: readonly string[];
  readonly #heading: number | null;
  #hasText = false;
  #hasOtherThanFormulas = false;
  #isMonospaced = true;
  #task: boolean | null = null;
  #isHidden = false;

  /** `outline`: the level of a heading, 0 for none. */
  constructor(styles: OdfStyles, style: string | undefined, outline: number) {
    this.#styles = styles;
    this.#names = styles.namesOfParagraph(style);
    this.#looks = [{ look: styles.lookOfParagraph(style), isCode: false }];
    const isTitle = outline === 0 && this.#names.some((name) => TITLES.has(name));
    this.#heading = outline > 0 ? Math.min(outline, DEEPEST_HEADING) : isTitle ? 1 : null;
  }

  /** The level of the heading that it is; null: it is not one. */
  get heading(): number | null {
    return this.#heading;
  }

  get isQuotation(): boolean {
    return this.#names.some((name) => QUOTATIONS.has(name));
  }

  /** Whether it is a line of code: `maybe` where only the typeface says so. */
  get code(): 'yes' | 'maybe' | 'no' {
    if (this.#isHidden || this.#formulas.length > 0 || !this.#hasText) return 'no';
    if (this.#names.some((name) => CODE_PARAGRAPHS.has(name))) return 'yes';
    if (!this.#isMonospaced) return 'no';
    return SIGNS_OF_CODE.test(this.plain) ? 'yes' : 'maybe';
  }

  get plain(): string {
    return this.#plain.join('');
  }

  get isTask(): boolean {
    return this.#task !== null;
  }

  /** Leaves out all that is in it. */
  hide(): void {
    this.#isHidden = true;
    this.#hasText = false;
    this.boxes.length = 0;
  }

  openSpan(style: string | undefined): void {
    const around = this.#looks.at(-1);
    const look = { ...around?.look, ...this.#styles.lookOfSpan(style) };
    const isCode = around?.isCode === true || this.#styles.namesOfSpan(style).some((name) => CODE_SPANS.has(name));
    this.#looks.push({ look, isCode });
  }

  closeSpan(): void {
    if (this.#looks.length > 1) this.#looks.pop();
  }

  /** Text as it is in the file, or of signs such as a tab. */
  text(given: string): void {
    const { look, isCode } = this.#looks.at(-1) ?? { look: {}, isCode: false };
    if (look.hidden === true) return;
    const text = this.#withoutBox(given.replace(/[ \t\r\n]+/g, ' '));
    if (text === '') return;
    this.#plain.push(text);
    const isBlank = text.trim() === '';
    if (!isBlank) {
      this.#hasText = true;
      this.#hasOtherThanFormulas = true;
      if (look.monospaced !== true && !isCode) this.#isMonospaced = false;
    }
    const tags = isBlank ? [] : tagsOf(look, isCode);
    const opening = tags.map((tag) => `<${tag}>`).join('');
    const closing = tags.map((tag) => `</${tag}>`).reverse();
    this.#html.push(opening, escapeText(text), closing.join(''));
  }

  spaces(count: number): void {
    const spaces = Math.min(MOST_SPACES, count);
    this.#plain.push(' '.repeat(spaces));
    this.#html.push(' ');
  }

  lineBreak(): void {
    this.#plain.push('\n');
    this.#html.push('<br>');
  }

  /** A check box: one that the paragraph begins with makes it a task, any other is its sign. */
  checkBox(isChecked: boolean): void {
    if (!this.#hasText && this.#task === null) this.#task = isChecked;
    else this.text(isChecked ? '☒' : '☐');
  }

  formula(latex: string): void {
    if (latex === '') return;
    this.#hasText = true;
    this.#formulas.push(latex);
    this.#html.push(formulaHtml(latex));
  }

  /** Anything else within the line, as HTML. */
  inline(html: string): void {
    this.#hasText = true;
    this.#hasOtherThanFormulas = true;
    this.#html.push(html);
  }

  openLink(address: string): void {
    this.#html.push(openTag('a', new Map([['href', address]])));
  }

  closeLink(): void {
    this.#html.push('</a>');
  }

  /** What is in it; empty if that is nothing that shows. */
  content(): string {
    if (this.#isHidden || (!this.#hasText && this.#task === null)) return '';
    return `${this.#task === null ? '' : checkHtml(this.#task)}${this.#html.join('')}`;
  }

  /** Formulas that are all that the paragraph has, each a line of its own; null: it has text. */
  formulaLines(): string[] | null {
    if (this.#isHidden || this.#hasOtherThanFormulas || this.#formulas.length === 0 || this.#task !== null) return null;
    return this.#formulas.map(blockFormulaHtml);
  }

  #withoutBox(text: string): string {
    const box = this.#hasText || this.#task !== null ? null : BOX.exec(text);
    if (box === null) return text;
    this.#task = box[1] !== '\u2610';
    return text.slice(box[0].length);
  }
}

/** Always in the same order, so that what neighbours have in common can be joined. */
function tagsOf({ bold, italic, struck, raised }: TextLook, isCode: boolean): string[] {
  return [
    ...(bold === true ? ['b'] : []),
    ...(italic === true ? ['i'] : []),
    ...(struck === true ? ['s'] : []),
    ...(isCode ? ['code'] : []),
    ...(raised === 'sup' || raised === 'sub' ? [raised] : []),
  ];
}
