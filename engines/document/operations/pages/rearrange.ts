import { countPages, nothingNamed, selectPages, warnOfMissing } from '../../../../src/runner/page-list.ts';
import type { PdfFile } from '../../../../tools/programs/qpdf/pdf-work.ts';
import type { Operation, PdfJob } from '../operation.ts';
import { keepPages } from './take-pages.ts';

/**
 * Selects and orders the pages of the result. Numbers past the end of the document are ignored with a warning; it is an error if none is
 * left. Bookmarks and fields of the remaining pages, attachments, tags and metadata are kept.
 */
export const rearrange: Operation = {
  name: 'rearrange',
  options: ['rearrange'],
  asked: (options) => options.rearrange !== undefined,
  async run(files, job) {
    const result: PdfFile[] = [];
    for (const file of files) result.push(await rearrangeFile(file, job.options.rearrange ?? '1-last', job));
    return result;
  },
};

async function rearrangeFile(file: PdfFile, text: string, job: PdfJob): Promise<PdfFile> {
  const selected = selectPages(text, 'rearrange', file.pages);
  if (countPages(selected.pages) === 0) throw nothingNamed('rearrange', file.pages);
  warnOfMissing('rearrange', selected.missing, file.pages, job.context);
  return keepPages(file, selected.pages, job);
}
