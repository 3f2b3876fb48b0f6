import { runPikepdfScript } from '../../programs/pikepdf/pikepdf-script.ts';
import type { PdfWork } from '../../programs/qpdf/pdf-work.ts';

/** A font that pages draw with. */
export interface PageFont {
  /** Name without the prefix of a subset. */
  readonly name: string;
  readonly embedded: boolean;
  /** Pages that have it, from 1, in order. */
  readonly pages: readonly number[];
}

/** Returns the fonts that the pages of a PDF draw with, in the order of their first page. Throws as runPikepdfScript. */
export const pageFonts = async (path: string, job: Pick<PdfWork, 'context'>): Promise<readonly PageFont[]> =>
  (await runPikepdfScript(SCRIPT, [path], job)) as readonly PageFont[];

const SCRIPT = new URL('./page_fonts.py', import.meta.url);
