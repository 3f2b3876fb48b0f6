import { join } from 'node:path';
import { runPikepdfScript } from '../../programs/pikepdf/pikepdf-script.ts';
import type { PdfFile, PdfWork } from '../../programs/qpdf/pdf-work.ts';

const SCRIPT = new URL('./complete.py', import.meta.url);
const MODULES = new URL('./', import.meta.url);

/** A PDF with what standards want besides its tags. */
export interface Completed {
  readonly file: PdfFile;
  /** Without tags, the file stays as it is. */
  readonly tagged: boolean;
  /** Whether the document had no title, and got the one given. */
  readonly titled: boolean;
}

/**
 * Adds to a tagged PDF what PDF/UA-1 and level a of PDF/A want and what follows from the document: descriptions of links, the order of
 * annotations, tags of lists and comments; and the title if it has none (null: it needs none). Whether all rules are kept then is for
 * brokenRules to say. Throws as runPikepdfScript.
 */
export async function completeTags(file: PdfFile, title: string | null, job: PdfWork): Promise<Completed> {
  const path = join(await job.newFolder(), 'document.pdf');
  const settings = JSON.stringify({ title });
  const made = await runPikepdfScript(SCRIPT, [settings, file.path, path], job, { modules: MODULES });
  const { tagged, titled } = made as { readonly tagged: boolean; readonly titled: boolean };
  return { file: tagged ? { ...file, path } : file, tagged, titled };
}
