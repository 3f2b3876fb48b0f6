import type { WorkContext } from '../../src/work/context.ts';

/** A PDF on its way, not encrypted. */
export interface PdfFile {
  /** Inside the work folder, or an input's own file: never changed. */
  readonly path: string;
  readonly pages: number;
  /** The part of ISO 19005 that LibreOffice wrote it by, as it is. */
  readonly pdfA?: 1 | 2 | 3;
  /** What the user calls the input that it was made of. */
  readonly filename?: string;
  /** Tells the parts of one that was split apart: `-1`, `-pages-3-5`. */
  readonly suffix?: string;
}

/** What work on a PDF needs: programs to run, and folders. */
export interface PdfWork {
  readonly context: WorkContext;
  /** A new, empty folder inside the work folder. */
  newFolder(): Promise<string>;
}
