/** A job for LibreOffice with one file: pure data, the same for each way of running it. */
export interface OfficeJob {
  /** Absolute path of the file to load. */
  readonly input: string;
  /** The user's name for the file, without folders: fields in documents show it, and a csv takes it as the name of the sheet. */
  readonly name: string;
  readonly load: OfficeLoad;
  /** What happens to the tracked changes of a text; default: they stay. */
  readonly changes?: TrackedChanges;
  /** Shows what a spreadsheet or a presentation hides; default: it stays hidden. */
  readonly showHidden?: boolean;
  /** Removes headers and footers from the pages of a spreadsheet, for targets without pages. */
  readonly plainPages?: boolean;
  /** Makes the sheets of a spreadsheet smaller where they are wider than a page. */
  readonly fitWidth?: boolean;
  /** Makes the indexes of a text again, such as its table of contents; default: they stay as they are. */
  readonly updateIndexes?: boolean;
  /** Replaces formulas of a spreadsheet by their stored results, if there are any; default: LibreOffice calculates. */
  readonly storedValues?: boolean;
  /** Each becomes one file, or one file per sheet. Empty: the job only describes the file. */
  readonly store: readonly OfficeStore[];
}

/**
 * Folder that LibreOffice works in, as LibreOffice names it: fields, links and formulas show the whole path of a document, and a result
 * must not contain paths of this machine. FOLDER of convert.py.
 */
export const JOB_FOLDER = '/proc/self/cwd';

/** Returns the name of the input in the folder that it shares with the outputs. */
export function inputName({ name, store }: OfficeJob): string {
  return store.some((each) => each.name === name) ? `input-${name}` : name;
}

/** Tracked changes of a text: accept or reject them, or keep them as changes. */
export type TrackedChanges = 'accept' | 'reject' | 'show';

export interface OfficeLoad {
  /** Internal name of the import filter, `MS Word 2007 XML`; null: LibreOffice detects it from the content. */
  readonly filter: string | null;
  /** Filter options: the tokens of a csv or a text. */
  readonly options?: string;
  readonly password?: string;
}

export interface OfficeStore {
  /** Name of the resulting file, without folders: `out.pdf`. */
  readonly name: string;
  /** Internal name of the export filter: `writer_pdf_Export`. */
  readonly filter: string;
  readonly options?: string;
  /** Settings of the filter (FilterData), for example of PDF export. */
  readonly data?: Readonly<Record<string, string | number | boolean>>;
}

/** A sheet of a spreadsheet, with what it hid among its used cells before that was shown. */
export interface Sheet {
  readonly name: string;
  readonly isHidden: boolean;
  readonly hiddenRows: readonly Range[];
  readonly hiddenColumns: readonly Range[];
}

/** Rows or columns, counted from 0. */
export type Range = readonly [first: number, last: number];

/** Content of a document besides its text. */
export interface Asides {
  readonly comments: number;
  /** Charts in a text. */
  readonly charts: number;
  /** Headers and footers in a text that contain more than fields such as the page number. */
  readonly headers: number;
  /** Slides that have notes. */
  readonly notes: number;
  /** Files of other formats in a docx that Word inserts when it opens the docx, and LibreOffice does not (altChunk). */
  readonly inserted: number;
  /** Sounds and films on slides. */
  readonly media: number;
  /** Files inside the document (OLE objects) by kind; objects: files of another or unknown kind. */
  readonly texts: number;
  readonly workbooks: number;
  readonly presentations: number;
  readonly pdfs: number;
  readonly objects: number;
}

/** Description of the loaded document. */
export interface OfficeResult {
  readonly kind: 'writer' | 'calc' | 'impress' | 'draw' | 'other';
  /** Sheets of a spreadsheet in order; otherwise empty. */
  readonly sheets: readonly Sheet[];
  /** Hidden slides of a presentation, counted before they were shown. */
  readonly hiddenSlides: number;
  /** The package was broken, and LibreOffice repaired what it could. */
  readonly repaired: boolean;
  /** The document was protected, and the password opened it. */
  readonly encrypted: boolean;
  /** Number of tracked changes of a text, whatever was done with them. */
  readonly changes: number;
  readonly asides: Asides;
}
