/** What LibreOffice is asked to do with one file: pure data, the same for each way of running it. */
export interface OfficeJob {
  /** Absolute path of the file to load. */
  readonly input: string;
  /** What its user calls it, a bare name: fields in documents show it, and the sheet of a csv has it. */
  readonly name: string;
  readonly load: OfficeLoad;
  /** What becomes of the tracked changes of a text; default: they stay. */
  readonly changes?: TrackedChanges;
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

/** What was loaded. */
export interface OfficeResult {
  readonly kind: 'writer' | 'calc' | 'impress' | 'draw' | 'other';
  /** Names of the sheets of a spreadsheet, in order; else empty. */
  readonly sheets: readonly string[];
  /** The package was broken and LibreOffice repaired what it could. */
  readonly repaired: boolean;
  /** It was protected, and the password opened it. */
  readonly encrypted: boolean;
  /** Tracked changes of a text, whatever became of them. */
  readonly changes: number;
}
