import { join } from 'node:path';
import { runPikepdfScript } from '../pikepdf/pikepdf-script.ts';
import { popplerProgram } from '../poppler/programs.ts';
import type { PdfFile, PdfWork } from '../qpdf/pdf-work.ts';

const SCRIPT = new URL('./prepare.py', import.meta.url);

/** A PDF for Ghostscript, and its pages that PDF/A-1 does not allow unchanged. */
export interface Prepared {
  readonly file: PdfFile;
  /** Numbers of pages, from 1; only for part 1. */
  readonly transparent: readonly number[];
}

/**
 * Does what must precede Ghostscript, which would otherwise lose text.
 * @param part part of ISO 19005 to make; 0 for none
 * Throws as runPikepdfScript.
 */
export async function prepareForGhostscript(file: PdfFile, part: 0 | 1 | 2 | 3, job: PdfWork): Promise<Prepared> {
  const path = join(await job.newFolder(), 'document.pdf');
  const made = await runPikepdfScript(SCRIPT, [`${part}`, file.path, path], job);
  const { transparent } = made as { readonly transparent: readonly number[] };
  return { file: { ...file, path }, transparent };
}

/** A line of pdffonts for an embedded TrueType font with the encoding of a subset or the Macintosh, without a table of its characters. */
const NAMELESS = / TrueType +(?:Custom|MacRoman) +yes +(?:yes|no) +no +\d+ +\d+$/m;

const LIMITS = { wallMs: 20_000, cpuSeconds: 10 };

/** Whether the fonts would make Ghostscript change text, which preparing prevents. Uses pdffonts, in a fraction of the time. */
export async function needsPreparing(file: PdfFile, { context }: PdfWork): Promise<boolean> {
  const call = { ...(await popplerProgram('pdffonts')), args: [file.path], limits: LIMITS };
  const { stdout } = await context.run({ ...call, acceptExitCodes: 'any' });
  return NAMELESS.test(stdout);
}
