/*
 * A text document as passed to the writer, block by block. All lengths are in points.
 */

/** Look of letters. Null values are those of the document's body. */
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

/** A picture file in the document: the number that DocxWriter.picture returned for it. */
export interface Picture {
  readonly id: number;
  readonly width: number;
  readonly height: number;
}

/** A picture at a fixed place on the page, which text neither moves nor flows around. */
export interface Anchored extends Picture {
  readonly x: number;
  readonly y: number;
  readonly behind: boolean;
}

export type Inline =
  | { readonly kind: 'text'; readonly text: string; readonly letters: Letters; readonly link: string | null }
  /** `footnoteMark`: the number of the note that contains it. */
  | { readonly kind: 'tab' | 'columnBreak' | 'footnoteMark' }
  | { readonly kind: 'field'; readonly field: 'PAGE' | 'NUMPAGES'; readonly shown: string; readonly letters: Letters }
  | { readonly kind: 'footnote'; readonly id: number; readonly letters: Letters }
  | { readonly kind: 'picture'; readonly picture: Picture };

export type Align = 'left' | 'center' | 'right' | 'both';

export interface TabStop {
  /** Distance from the left margin. */
  readonly at: number;
  readonly align: 'left' | 'right' | 'center';
}

export interface Paragraph {
  readonly kind: 'paragraph';
  readonly content: readonly Inline[];
  /** 1 to 4; null for body text. */
  readonly heading: number | null;
  readonly align: Align;
  readonly rtl: boolean;
  /** `first`: additional indent of the first line; negative for a hanging indent. */
  readonly indent: { readonly left: number; readonly right: number; readonly first: number };
  /** Space above and below. */
  readonly before: number;
  readonly after: number;
  /** Exact line distance; null for that of the font. */
  readonly pitch: number | null;
  readonly onNewPage: boolean;
  readonly tabs: readonly TabStop[];
  /** List of the item: the number that DocxWriter.list returned for it. */
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
  /** Number of columns that it covers, at least 1. */
  readonly span: number;
  /** For a cell over several rows: its first cell, or a continuation. */
  readonly merge: 'first' | 'rest' | null;
  readonly fill: string | null;
  readonly borders: Readonly<Partial<Record<Side, Border>>>;
  readonly middle: boolean;
}

export interface TableRow {
  /** Minimum height. */
  readonly height: number | null;
  readonly cells: readonly TableCell[];
}

export interface Table {
  readonly kind: 'table';
  /** Distance from the left margin. */
  readonly indent: number;
  readonly widths: readonly number[];
  readonly rows: readonly TableRow[];
  /** Space between the sides of a cell and its text. */
  readonly padding: number;
}

export type Block = Paragraph | Table;

/** A list: the mark of its items, and its position. `at` is the place of the mark, `text` that of the text, from the left margin. */
export interface List {
  readonly mark:
    | { readonly kind: 'sign'; readonly sign: string; readonly font: string | null }
    | {
        readonly kind: 'decimal' | 'lowerLetter' | 'upperLetter';
        /** Text of the mark, with `%1` for the number. */
        readonly shape: string;
        readonly start: number;
      };
}

/** Paragraphs at the top or bottom of pages: by default, on even pages, and on the first page. */
export type Running = Readonly<Partial<Record<'default' | 'even' | 'first', readonly Paragraph[]>>>;

export interface Section {
  readonly width: number;
  readonly height: number;
  readonly margins: Readonly<Record<Side | 'header' | 'footer', number>>;
  /** Widths of its columns with the gap after each, from left to right; a single one means no columns. */
  readonly columns: readonly { readonly width: number; readonly gap: number }[];
  /** Whether it starts on a new page. */
  readonly onNewPage: boolean;
  /** Number of its first page; null to continue from the page before. */
  readonly firstNumber: number | null;
}

/** Defaults of the document. */
export interface Body {
  readonly font: string;
  readonly size: number;
  readonly language: string | null;
}
