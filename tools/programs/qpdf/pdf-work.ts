import type { WorkContext } from '../../../src/work/context.ts';

/** An intermediate PDF, not encrypted. */
export interface PdfFile {
  /** Inside the work folder, or an input's own file, which is never changed. */
  readonly path: string;
  readonly pages: number;
  /** The part of ISO 19005 by which LibreOffice wrote it, if it is unchanged since. */
  readonly pdfA?: 1 | 2 | 3;
  /** The user's name for the input that it was made from. */
  readonly filename?: string;
  /** Distinguishes the parts of a split PDF: `-1`, `-pages-3-5`. */
  readonly suffix?: string;
}

/** Context for work on a PDF: it runs programs and makes folders. */
export interface PdfWork {
  readonly context: WorkContext;
  /** Makes a new, empty folder inside the work folder. */
  newFolder(): Promise<string>;
}
