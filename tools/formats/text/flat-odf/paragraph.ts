import { escapeText, openTag } from '../html/writer.ts';
import { blockFormulaHtml, checkHtml, formulaHtml } from '../own-marks.ts';
import type { OdfStyles, TextLook } from './styles.ts';

/** Names of code styles in LibreOffice and Word. */
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

/** Characters that prose does not have: a paragraph in a code typeface may be a typewritten letter. */
const SIGNS_OF_CODE = /[={}[\]<>;]|\w\(|^\s{2,}\S/;

/** Box characters that mean a check box at the beginning of a paragraph. */
const BOX = /^\s*([\u2610\u2611\u2612])\s*/;

/** Most consecutive spaces that are kept. */
const MOST_SPACES = 100;

/** Number of heading levels in Markdown. */
const DEEPEST_HEADING = 6;

/** A paragraph while it is read: its text as HTML, and what is anchored to it. */
export class Paragraph {
  /** Blocks of text boxes and similar that are anchored here. */
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

  /** `outline`: the level of a heading, 0 for other paragraphs. */
  constructor(styles: OdfStyles, style: string | undefined, outline: number) {
    this.#styles = styles;
    this.#names = styles.namesOfParagraph(style);
    this.#looks = [{ look: styles.lookOfParagraph(style), isCode: false }];
    const isTitle = outline === 0 && this.#names.some((name) => TITLES.has(name));
    this.#heading = outline > 0 ? Math.min(outline, DEEPEST_HEADING) : isTitle ? 1 : null;
  }

  /** Level of the heading; null for other paragraphs. */
  get heading(): number | null {
    return this.#heading;
  }

  get isQuotation(): boolean {
    return this.#names.some((name) => QUOTATIONS.has(name));
  }

  /** Whether it is a line of code: `maybe` if only the typeface suggests it. */
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

  /** Leaves out its content. */
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

  /** Adds text as it is in the file, or for characters such as a tab. */
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

  /** Adds a check box: one at the beginning makes the paragraph a task, any other becomes its character. */
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

  /** Adds other HTML within the line. */
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

  /** Returns the content; empty if nothing in it is visible. */
  content(): string {
    if (this.#isHidden || (!this.#hasText && this.#task === null)) return '';
    return `${this.#task === null ? '' : checkHtml(this.#task)}${this.#html.join('')}`;
  }

  /** Returns the formulas if the paragraph has nothing else, each on its own line; null if it has text. */
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

/** Returns tags in a fixed order, so that common tags of neighbours can be joined. */
function tagsOf({ bold, italic, struck, raised }: TextLook, isCode: boolean): string[] {
  return [
    ...(bold === true ? ['b'] : []),
    ...(italic === true ? ['i'] : []),
    ...(struck === true ? ['s'] : []),
    ...(isCode ? ['code'] : []),
    ...(raised === 'sup' || raised === 'sub' ? [raised] : []),
  ];
}
