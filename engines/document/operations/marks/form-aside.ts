import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { catalogFacts } from '../../../../tools/formats/pdf-pages/document-facts.ts';
import { runPikepdfScript } from '../../../../tools/programs/pikepdf/pikepdf-script.ts';
import type { PdfFile } from '../../../../tools/programs/qpdf/pdf-work.ts';
import type { PdfJob } from '../operation.ts';

const SCRIPT = new URL('./form_aside.py', import.meta.url);

/**
 * With fewer pages, putting the form aside takes longer than it saves. For each page that it lays something on, qpdf looks at all pages of
 * a document with a form, so its time grows with the square of the page count: 800 pages take 3.7 seconds, 3300 five minutes.
 */
const FEWEST_PAGES = 500;

/**
 * Lays `other` on a document, whose form is put aside meanwhile if it would make that slow. Throws what lay and runPikepdfScript throw.
 * @param lay gets the path of the document and returns the path of the result
 */
export async function withFormAside(
  file: PdfFile,
  other: PdfFile,
  job: PdfJob,
  lay: (path: string) => Promise<string>,
): Promise<string> {
  if (file.pages < FEWEST_PAGES || !(await catalogFacts(file, job)).form) return lay(file.path);
  const folder = await job.newFolder();
  const [away, result] = [join(folder, 'away.pdf'), join(folder, 'document.pdf')];
  const { written } = (await runPikepdfScript(SCRIPT, ['away', file.path, other.path, away], job)) as {
    written: boolean;
  };
  if (!written) return lay(file.path);
  const laid = await lay(away);
  await runPikepdfScript(SCRIPT, ['back', laid, result], job);
  await Promise.all([rm(away), rm(laid)]);
  return result;
}
