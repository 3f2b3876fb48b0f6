import { join } from 'node:path';
import { runPikepdfScript } from '../pikepdf/pikepdf-script.ts';
import { popplerProgram } from '../poppler/programs.ts';
import type { PdfFile, PdfWork } from '../qpdf/pdf-work.ts';
import { parseShownDpi } from './shown-dpi.ts';

const modules = new URL('./', import.meta.url);
const GRAYSCALE = new URL('./grayscale.py', import.meta.url);
const SHRINK = new URL('./shrink_images.py', import.meta.url);

/** A PDF of which the images were changed, and nothing else. */
export interface Changed {
  readonly file: PdfFile;
  /** How many were. */
  readonly changed: number;
  /** Images that stay as they are, by the reason. */
  readonly left: Readonly<Record<string, number>>;
}

/** An image of too many pixels, as `left` names the reason. */
export const TOO_LARGE = 'too large';

/** Turns the images to shades of grey. Throws as runPikepdfScript. */
export async function grayImages(file: PdfFile, job: PdfWork): Promise<Changed> {
  const path = join(await job.newFolder(), 'document.pdf');
  const made = await runPikepdfScript(GRAYSCALE, [file.path, path], job, { modules });
  const { converted, left } = made as { readonly converted: number; readonly left: Changed['left'] };
  return { file: { ...file, path }, changed: converted, left };
}

/** How images are made smaller. */
export interface Shrinking {
  /** `keep`: JPEG as it is, and no other becomes one; `auto`: photos become JPEG, which stays as it is; `recode`: that is re-encoded too. */
  readonly coding: 'keep' | 'auto' | 'recode';
  /** Of JPEG, 1 to 100. */
  readonly quality: number;
  /** Colour at half the resolution in both directions (4:2:0). */
  readonly halfColor: boolean;
  /** What images with more than `threshold` times as many DPI are brought down to; null: none is. */
  readonly dpi: number | null;
  readonly threshold: number;
  /** Whether objects and streams are packed tighter too; object streams are of PDF 1.5. */
  readonly pack: boolean;
}

/**
 * Lowers density and quality of the images. One stays as it is where it would not become smaller, and so do those of black and white, of
 * a palette or of special colours. Throws as programs and runPikepdfScript do.
 */
export async function shrinkImages(file: PdfFile, how: Shrinking, job: PdfWork): Promise<Changed> {
  const path = join(await job.newFolder(), 'document.pdf');
  const call = { ...(await popplerProgram('pdfimages')), args: ['-list', file.path], acceptExitCodes: 'any' as const };
  const { stdout } = await job.context.run(call);
  const stdin = JSON.stringify(parseShownDpi(stdout));
  const made = await runPikepdfScript(SHRINK, [JSON.stringify(how), file.path, path], job, { modules, stdin });
  return { file: { ...file, path }, ...(made as Pick<Changed, 'changed' | 'left'>) };
}
