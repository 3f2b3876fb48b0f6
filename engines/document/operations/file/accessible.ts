import { parse } from 'node:path';
import { completeTags } from '../../../../tools/formats/pdf-standards/accessible.ts';
import type { PdfFile } from '../../../../tools/programs/qpdf/pdf-work.ts';
import { wantsTags } from '../../pdf-a-levels.ts';
import type { Operation, PdfJob } from '../operation.ts';

/**
 * Adds what PDF/UA, or level a of PDF/A, wants besides the tags of the document. It comes before PDF/A, which copies the title into the
 * metadata and checks the result; declare checks whether it is PDF/UA, and claims it.
 */
export const accessible: Operation = {
  name: 'accessible',
  // Not one of all PDFs: they need tags.
  options: [],
  asked: wantsTags,
  async run(files, job) {
    const result: PdfFile[] = [];
    for (const file of files) result.push(await complete(file, job));
    return result;
  },
};

async function complete(file: PdfFile, job: PdfJob): Promise<PdfFile> {
  const title = job.options.pdf_ua === true ? parse(file.filename ?? '').name || 'Document' : null;
  const { file: made, titled } = await completeTags(file, title, job);
  if (titled) {
    const message = `The document has no title, which PDF/UA needs, so it got its file name: ${title}. Give another one with patch, or in the document.`;
    job.context.warn('output_limited', message, { option: 'pdf_ua' });
  }
  return made;
}
