import { answerOf, pikepdfCall } from '../../programs/pikepdf/pikepdf-script.ts';
import { popplerProgram } from '../../programs/poppler/programs.ts';
import type { PdfFile, PdfWork } from '../../programs/qpdf/pdf-work.ts';

const SCRIPT = new URL('./find_blank_pages.py', import.meta.url);

/** Measured: 22 ms for a page of a scan of 200 dpi, 8 for one full of text. 20 000 pages may take 60 ms each. */
const CPU_SECONDS = 20 * 60;

/** Pages in ascending order, numbers from 1. */
export interface BlankPages {
  /** Pages on which nothing is seen. */
  readonly blank: readonly number[];
  /** Pages on which nothing is seen because of errors in them. */
  readonly unsure: readonly number[];
}

/**
 * Returns the pages on which nothing is seen, of any length of document in one run of poppler; find_blank_pages.py says what counts. Throws
 * ConversionError `program_missing`, `input_damaged`, `conversion_failed` or `limit_*`.
 */
export async function blankPages(file: PdfFile, { context }: Pick<PdfWork, 'context'>): Promise<BlankPages> {
  const { path } = await popplerProgram('pdftoppm');
  const call = await pikepdfCall(SCRIPT, [path, file.path]);
  const limits = { ...call.limits, cpuSeconds: CPU_SECONDS };
  return answerOf(await context.run({ ...call, limits })) as BlankPages;
}
