/*
 * A text document as the writer takes it, block by block. All lengths are points.
 */

/** How letters look. What is null is as the document's body has it. */
export interface Letters {
  readonly font: string | null;
  readonly size: number | null;
  readonly bold: boolean;
  readonly italic: boolean;
  /** RRGGBB. */
  readonly color: string | null;
  readonly script: 'super' | 'sub' | null;
  readonly underline: boolean;
}

/** A picture file that the document holds: the number that DocxWriter.picture gave it. */
export interface Picture {
  readonly id: number;
  readonly width: number;
  readonly height: number;
}

/** A picture at a place of the page, which text neither moves nor goes around. */
export interface Anchored extends Picture {
  readonly x: number;
  readonly y: number;
  readonly behind: boolean;
}

export type Inline =
  | { readonly kind: 'text'; readonly text: string; readonly letters: Letters; readonly link: string | null }
  /** `footnoteMark`: the number of the note that it stands in. */
  | { readonly kind: 'tab' | 'columnBreak' | 'footnoteMark' }
  | { readonly kind: 'field'; readonly field: 'PAGE' | 'NUMPAGES'; readonly shown: string; readonly letters: Letters }
  | { readonly kind: 'footnote'; readonly id: number; readonly letters: Letters }
  | { readonly kind: 'picture'; readonly picture: Picture };

export type Align = 'left' | 'center' | 'right' | 'both';

export interface TabStop {
  /** From the left margin. */
  readonly at: number;
  readonly align: 'left' | 'right' | 'center';
}

export interface Paragraph {
  readonly kind: 'paragraph';
  readonly content: readonly Inline[];
  /** 1 to 4; null: body text. */
  readonly heading: number | null;
  readonly align: Align;
  readonly rtl: boolean;
  /** `first`: the first line, further in than the others, or out where negative. */
  readonly indent: { readonly left: number; readonly right: number; readonly first: number };
  /** Space above and below. */
  readonly before: number;
  readonly after: number;
  /** Exact distance of lines; null: what the font asks for. */
  readonly pitch: number | null;
  readonly onNewPage: boolean;
  readonly tabs: readonly TabStop[];
  /** The list that it is an item of: the number that DocxWriter.list gave it. */
  readonly list: number | null;
  readonly anchored: readonly Anchored[];
}

/** A paragraph with default properties. */
export const PLAIN: Omit<Paragraph, 'content'> = {
  kind: 'paragraph',
  heading: null,
  align: 'left',
  rtl: false,
  indent: { left: 0, right: 0, first: 0 },
  before: 0,
  after: 0,
  pitch: null,
  onNewPage: false,
  tabs: [],
  list: null,
  anchored: [],
};

export interface Border {
  readonly width: number;
  readonly color: string;
}

export type Side = 'top' | 'left' | 'bottom' | 'right';

export interface TableCell {
  readonly blocks: readonly Paragraph[];
  /** Columns it covers, from 1. */
  readonly span: number;
  /** Of a cell over several rows: its first, or a continuation. */
  readonly merge: 'first' | 'rest' | null;
  readonly fill: string | null;
  readonly borders: Readonly<Partial<Record<Side, Border>>>;
  readonly middle: boolean;
}

export interface TableRow {
  /** At least so high. */
  readonly height: number | null;
  readonly cells: readonly TableCell[];
}

export interface Table {
  readonly kind: 'table';
  /** From the left margin. */
  readonly indent: number;
  readonly widths: readonly number[];
  readonly rows: readonly TableRow[];
  /** Space between the sides of a cell and its text. */
  readonly padding: number;
}

export type Block = Paragraph | Table;

/** A list: what stands before its items, and where. `at` the mark's place, `text` the place of the text, from the left margin. */
export interface List {
  readonly mark:
    | { readonly kind: 'sign'; readonly sign: string; readonly font: string | null }
    | {
        readonly kind: 'decimal' | 'lowerLetter' | 'upperLetter';
        /** With `%1` for the number. */
        readonly shape: string;
        readonly start: number;
      };
}

/** Lines at the top or bottom of each page: of all pages, or of the odd or the even ones. */
export type Running = Readonly<Partial<Record<'default' | 'even' | 'first', readonly Paragraph[]>>>;

export interface Section {
  readonly width: number;
  readonly height: number;
  readonly margins: Readonly<Record<Side | 'header' | 'footer', number>>;
  /** Widths of its columns with the gap after each, from left to right; one: no columns. */
  readonly columns: readonly { readonly width: number; readonly gap: number }[];
  /** Whether it starts a page. */
  readonly onNewPage: boolean;
  /** The number of its first page; null: the one after the page before. */
  readonly firstNumber: number | null;
}

/** The defaults. */
export interface Body {
  readonly font: string;
  readonly size: number;
  readonly language: string | null;
}
