import { join } from 'node:path';
import {
  countPages,
  eachPage,
  nothingNamed,
  pageRange,
  selectPages,
  warnOfMissing,
} from '../../../src/runner/page-list.ts';
import { allDone } from '../../../src/util/concurrency.ts';
import { lossesOf } from '../../../tools/pdf-pages/document-facts.ts';
import { dropLostParts } from '../../../tools/pdf-pages/drop-lost-parts.ts';
import type { PdfFile } from '../../../tools/qpdf/pdf-work.ts';
import type { Operation, PdfJob } from './operation.ts';
import { takePages, warnOfPagesAlone } from './take-pages.ts';

/**
 * The pages of the result, in their order. Numbers past the end of the document are left out with a warning; where nothing
 * is left it is an error. Kept: bookmarks and fields of the pages that stay, attachments, tags, metadata.
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
  const count = countPages(selected.pages);
  if (count === 0) throw nothingNamed('rearrange', file.pages);
  warnOfMissing('rearrange', selected.missing, file.pages, job.context);
  const output = join(await job.newFolder(), 'document.pdf');
  await warnOfPagesAlone(file, job);
  const take = takePages(file, pageRange(selected.pages), output, job);
  const result = { ...file, path: output, pages: count };
  const kept = new Set(eachPage(selected.pages)).size;
  if (kept === file.pages) {
    await take;
    return result;
  }
  const [had] = await allDone([lossesOf(file, job), take]);
  return dropLostParts(result, had, job);
}
