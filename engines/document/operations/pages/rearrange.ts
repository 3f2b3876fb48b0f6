import { join } from 'node:path';
import {
  countPages,
  eachPage,
  nothingNamed,
  pageRange,
  selectPages,
  warnOfMissing,
} from '../../../../src/runner/page-list.ts';
import { allDone } from '../../../../src/util/concurrency.ts';
import { lossesOf } from '../../../../tools/formats/pdf-pages/document-facts.ts';
import { dropLostParts } from '../../../../tools/formats/pdf-pages/drop-lost-parts.ts';
import type { PdfFile } from '../../../../tools/programs/qpdf/pdf-work.ts';
import type { Operation, PdfJob } from '../operation.ts';
import { takePages, warnOfPagesAlone } from './take-pages.ts';

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
