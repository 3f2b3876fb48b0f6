import { join } from 'node:path';
import { runPikepdfScript } from '../../programs/pikepdf/pikepdf-script.ts';
import { popplerProgram } from '../../programs/poppler/programs.ts';
import type { PdfFile, PdfWork } from '../../programs/qpdf/pdf-work.ts';
import { parseShownDpi } from './shown-dpi.ts';

const modules = new URL('./', import.meta.url);
const GRAYSCALE = new URL('./grayscale.py', import.meta.url);
const SHRINK = new URL('./shrink_images.py', import.meta.url);

/** A PDF in which only the images were changed. */
export interface Changed {
  readonly file: PdfFile;
  /** Number of changed images. */
  readonly changed: number;
  /** Number of unchanged images, by reason. */
  readonly left: Readonly<Record<string, number>>;
}

/** Reason in `left` for an image with too many pixels. */
export const TOO_LARGE = 'too large';

/** Converts the images to shades of grey. Throws as runPikepdfScript. */
export async function grayImages(file: PdfFile, job: PdfWork): Promise<Changed> {
  const path = join(await job.newFolder(), 'document.pdf');
  const made = await runPikepdfScript(GRAYSCALE, [file.path, path], job, { modules });
  const { converted, left } = made as { readonly converted: number; readonly left: Changed['left'] };
  return { file: { ...file, path }, changed: converted, left };
}

/** Settings for reducing images. */
export interface Shrinking {
  /** `keep`: JPEG stays, and nothing else becomes JPEG; `auto`: photos become JPEG, and JPEG stays; `recode`: JPEG is re-encoded, too. */
  readonly coding: 'keep' | 'auto' | 'recode';
  /** JPEG quality, 1 to 100. */
  readonly quality: number;
  /** Whether colour has half the resolution in both directions (4:2:0). */
  readonly halfColor: boolean;
  /** DPI to which images with more than `threshold` times as many are reduced; null for no reduction. */
  readonly dpi: number | null;
  readonly threshold: number;
  /** Whether objects and streams are packed tighter, too; object streams need PDF 1.5. */
  readonly pack: boolean;
}

/**
 * Reduces resolution and quality of the images. Unchanged are images that would not become smaller, and those in black and white, with a
 * palette or in special colours. Throws as programs and runPikepdfScript do.
 */
export async function shrinkImages(file: PdfFile, how: Shrinking, job: PdfWork): Promise<Changed> {
  const path = join(await job.newFolder(), 'document.pdf');
  const call = { ...(await popplerProgram('pdfimages')), args: ['-list', file.path], acceptExitCodes: 'any' as const };
  const { stdout } = await job.context.run(call);
  const stdin = JSON.stringify(parseShownDpi(stdout));
  const made = await runPikepdfScript(SHRINK, [JSON.stringify(how), file.path, path], job, { modules, stdin });
  return { file: { ...file, path }, ...(made as Pick<Changed, 'changed' | 'left'>) };
}
