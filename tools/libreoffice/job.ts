/** What LibreOffice is asked to do with one file: pure data, the same for each way of running it. */
export interface OfficeJob {
  /** Absolute path of the file to load. */
  readonly input: string;
  /** What its user calls it, a bare name: fields in documents show it, and the sheet of a csv has it. */
  readonly name: string;
  readonly load: OfficeLoad;
  /** What becomes of the tracked changes of a text; default: they stay. */
  readonly changes?: TrackedChanges;
  /** What a spreadsheet or a presentation hides is shown; default: it stays hidden. */
  readonly showHidden?: boolean;
  /** The pages of a spreadsheet get no headers and footers, as a format has none that has no pages. */
  readonly plainPages?: boolean;
  /** Formulas of a spreadsheet become the results that are stored beside them, where such are; default: LibreOffice calculates. */
  readonly storedValues?: boolean;
  /** Each becomes one file, or one file per sheet; none: only to learn what the file is. */
  readonly store: readonly OfficeStore[];
}

/**
 * Of the folder that LibreOffice works in, as LibreOffice names it: fields, links and formulas show the whole path of a document,
 * and no path of this machine is to be in a result. FOLDER of convert.py.
 */
export const JOB_FOLDER = '/proc/self/cwd';

/** The name of the input in one folder with what is made. */
export function inputName({ name, store }: OfficeJob): string {
  return store.some((each) => each.name === name) ? `input-${name}` : name;
}

/** Of a text: what they delete is left out, what they insert is, or they stay changes. */
export type TrackedChanges = 'accept' | 'reject' | 'show';

export interface OfficeLoad {
  /** Import filter by its internal name, `MS Word 2007 XML`; null: LibreOffice finds out by content. */
  readonly filter: string | null;
  /** Filter options: the tokens of a csv or a text. */
  readonly options?: string;
  readonly password?: string;
}

export interface OfficeStore {
  /** Bare name of the file to make: `out.pdf`. */
  readonly name: string;
  /** Export filter by its internal name: `writer_pdf_Export`. */
  readonly filter: string;
  readonly options?: string;
  /** Settings of the filter (FilterData), as PDF export has. */
  readonly data?: Readonly<Record<string, string | number | boolean>>;
}

/** A sheet of a spreadsheet, with what it hides among its cells in use, before that was shown. */
export interface Sheet {
  readonly name: string;
  readonly isHidden: boolean;
  readonly hiddenRows: readonly Range[];
  readonly hiddenColumns: readonly Range[];
}

/** Rows or columns, counted from 0. */
export type Range = readonly [first: number, last: number];

/** What stands beside the text of a document. */
export interface Asides {
  readonly comments: number;
  /** In a text. */
  readonly charts: number;
  /** Of the pages of a text: headers and footers with more in them than fields, as the number of the page is. */
  readonly headers: number;
  /** Slides that have notes. */
  readonly notes: number;
  /** Files of other formats that Word inserts into a docx when it opens it, and LibreOffice does not (altChunk). */
  readonly inserted: number;
  /** Sounds and films on slides. */
  readonly media: number;
  /** Files inside the document (OLE objects), by what they are; objects: of another kind, or an unknown one. */
  readonly texts: number;
  readonly workbooks: number;
  readonly presentations: number;
  readonly pdfs: number;
  readonly objects: number;
}

/** What was loaded. */
export interface OfficeResult {
  readonly kind: 'writer' | 'calc' | 'impress' | 'draw' | 'other';
  /** Of a spreadsheet, in order; else empty. */
  readonly sheets: readonly Sheet[];
  /** Of a presentation, before they were shown. */
  readonly hiddenSlides: number;
  /** The package was broken and LibreOffice repaired what it could. */
  readonly repaired: boolean;
  /** It was protected, and the password opened it. */
  readonly encrypted: boolean;
  /** Tracked changes of a text, whatever became of them. */
  readonly changes: number;
  readonly asides: Asides;
}
