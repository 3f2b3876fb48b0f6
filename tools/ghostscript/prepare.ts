import { join } from 'node:path';
import { runPikepdfScript } from '../pikepdf/pikepdf-script.ts';
import { popplerProgram } from '../poppler/programs.ts';
import type { PdfFile, PdfWork } from '../qpdf/pdf-work.ts';

const SCRIPT = new URL('./prepare.py', import.meta.url);

/** A PDF on its way to Ghostscript, and its pages that PDF/A-1 cannot have as they are. */
export interface Prepared {
  readonly file: PdfFile;
  /** Numbers of pages, from 1; of part 1 alone. */
  readonly transparent: readonly number[];
}

/**
 * What has to be done before Ghostscript, which else loses text.
 * @param part that of ISO 19005 that is made; 0: none
 * Throws as runPikepdfScript.
 */
export async function prepareForGhostscript(file: PdfFile, part: 0 | 1 | 2 | 3, job: PdfWork): Promise<Prepared> {
  const path = join(await job.newFolder(), 'document.pdf');
  const made = await runPikepdfScript(SCRIPT, [`${part}`, file.path, path], job);
  const { transparent } = made as { readonly transparent: readonly number[] };
  return { file: { ...file, path }, transparent };
}

/** An embedded TrueType font of a subset's or the Macintosh's encoding, without a table of its characters, as pdffonts lists it. */
const NAMELESS = / TrueType +(?:Custom|MacRoman) +yes +(?:yes|no) +no +\d+ +\d+$/m;

const LIMITS = { wallMs: 20_000, cpuSeconds: 10 };

/** Whether Ghostscript would change text because of the fonts, which preparing prevents. Found by pdffonts, in a fraction of the time. */
export async function needsPreparing(file: PdfFile, { context }: PdfWork): Promise<boolean> {
  const call = { ...(await popplerProgram('pdffonts')), args: [file.path], limits: LIMITS };
  const { stdout } = await context.run({ ...call, acceptExitCodes: 'any' });
  return NAMELESS.test(stdout);
}
