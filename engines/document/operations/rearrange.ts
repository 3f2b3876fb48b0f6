import { join } from 'node:path';
import { ConversionError } from '../../../src/task/errors.ts';
import type { Operation, PdfFile, PdfJob } from './operation.ts';
import { countPages, eachPage, pageRange, type SelectedPages, selectPages } from './page-list.ts';
import { runQpdf } from './programs-structure.ts';
import { dropLostBookmarks } from './structure/bookmarks.ts';

/** A page can be named any number of times; a few bytes of option must not become millions of pages. */
const MOST_PAGES = 100_000;

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
  if (count === 0) throw nothingLeft('rearrange', file.pages);
  if (count > Math.max(MOST_PAGES, file.pages)) {
    throw new ConversionError(
      'option_invalid',
      `Option rearrange makes ${count} pages; at most ${MOST_PAGES} are possible. Name the pages less often.`,
      { details: { option: 'rearrange', limit: MOST_PAGES } },
    );
  }
  warnOfMissing('rearrange', selected, file.pages, job);
  const output = join(await job.newFolder(), 'document.pdf');
  const options = ['--pages', '.', pageRange(selected.pages), '--'];
  await runQpdf({ input: file.path, options, output }, job);
  const result = { ...file, path: output, pages: count };
  const kept = new Set(eachPage(selected.pages)).size;
  return kept < file.pages ? dropLostBookmarks(result, job) : result;
}

/** For options that name pages of which the document has none. */
export function nothingLeft(option: string, pages: number): ConversionError {
  const has = pages === 1 ? '1 page' : `${pages} pages`;
  return new ConversionError('option_invalid', `Option ${option} names no page of the PDF, which has ${has}.`, {
    details: { option, pages },
  });
}

/** Tells which items of an option name pages that the document does not have. */
export function warnOfMissing(option: string, { missing }: Pick<SelectedPages, 'missing'>, pages: number, job: PdfJob) {
  if (missing.length === 0) return;
  const shown = missing.slice(0, 10).join(', ') + (missing.length > 10 ? ', …' : '');
  const has = pages === 1 ? '1 page' : `${pages} pages`;
  job.context.warn('option_adjusted', `Option ${option}: the PDF has ${has}, so ${shown} was taken as far as it goes.`, {
    option,
    pages,
  });
}
