import { joined, type Run, runText, unnamed } from '../../../../src/runner/page-list.ts';
import { ConversionError } from '../../../../src/task/errors.ts';
import { pluralize } from '../../../../src/util/pluralize.ts';
import { blankPages } from '../../../../tools/formats/pdf-blank/blank-pages.ts';
import type { PdfFile } from '../../../../tools/programs/qpdf/pdf-work.ts';
import type { Operation, PdfJob } from '../operation.ts';
import { keepPages } from './take-pages.ts';

/**
 * Removes the pages on which nothing is seen, before anything is laid on them: a stamp would make all pages seen. The numbers of pages in
 * options of later operations count those that are left. What is laid on the pages keeps its own.
 */
export const removeBlankPages: Operation = {
  name: 'remove_blank_pages',
  options: ['remove_blank_pages'],
  asked: (options) => options.remove_blank_pages === true,
  async run(files, job) {
    const { stamp, watermark, stamp_text: text } = job.options;
    const isLaid = (stamp === true || watermark === true) && text === undefined;
    const documents = isLaid ? files.slice(0, 1) : files;
    const result: PdfFile[] = [];
    for (const file of documents) result.push(await withoutBlank(file, job));
    return [...result, ...files.slice(documents.length)];
  },
};

async function withoutBlank(file: PdfFile, job: PdfJob): Promise<PdfFile> {
  const blank = await blankRuns(file, 'remove_blank_pages', job);
  if (blank.length === 0) return file;
  const pages = blank.map(runText);
  const message = `${pages.length === 1 && blank[0]?.from === blank[0]?.to ? 'A blank page was' : 'Blank pages were'} removed: ${shownPages(pages)}.`;
  job.context.warn('output_limited', message, { option: 'remove_blank_pages', pages });
  return keepPages(file, unnamed(blank, file.pages), job);
}

/**
 * Returns the pages of a document on which nothing is seen. Warns of pages that are kept because errors may hide what is on them. Throws
 * ConversionError `option_unsupported`, in the name of the option, if all pages are blank, and what blankPages throws.
 */
export async function blankRuns(file: PdfFile, option: 'remove_blank_pages' | 'split', job: PdfJob): Promise<Run[]> {
  const { blank, unsure } = await blankPages(file, job);
  if (unsure.length > 0) {
    const pages = runsOf(unsure).map(runText);
    const message = `Nothing is seen on these pages, but they have errors, so they are not taken as blank: ${shownPages(pages)}.`;
    job.context.warn('output_limited', message, { option, pages });
  }
  if (blank.length < file.pages) return runsOf(blank);
  const what = file.pages === 1 ? 'The only page of the PDF is' : `All ${pluralize(file.pages, 'page')} of the PDF are`;
  const message = `${what} blank, so option ${option} would leave nothing. Leave the option out.`;
  throw new ConversionError('option_unsupported', message, { details: { option, pages: file.pages } });
}

const runsOf = (pages: readonly number[]): Run[] => joined(pages.map((page) => ({ from: page, to: page })));

const MOST_SHOWN = 20;

/** Formats pages for a message; the details of a warning have all. */
export const shownPages = (pages: readonly string[]): string =>
  pages.slice(0, MOST_SHOWN).join(', ') + (pages.length > MOST_SHOWN ? ', …' : '');
