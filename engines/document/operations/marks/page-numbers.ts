import { eachPage } from '../../../../src/runner/page-list.ts';
import type { PdfFile } from '../../../../tools/programs/qpdf/pdf-work.ts';
import type { Operation, PdfJob } from '../operation.ts';
import { chosenPages } from './lay-sheets.ts';
import { layTexts } from './lay-texts.ts';

/** Points. */
const SIZE = 10;

const LOOK = { where: 'over', scale: 1, angle: 0, opacity: 1, color: '#000000', subtype: null, tiled: false } as const;

/**
 * Puts a number on each page: the text of page_numbers, in which `{page}` is the number of the page, and `{pages}` the number of the last
 * page. page_numbers_start is the number of the first page of the document; page_numbers_pages lists the pages that show theirs.
 */
export const pageNumbers: Operation = {
  name: 'page_numbers',
  options: [
    ...(['page_numbers', 'page_numbers_start', 'page_numbers_alignment'] as const),
    ...(['page_numbers_pages', 'page_numbers_size'] as const),
  ],
  asked: (options) => options.page_numbers !== undefined,
  async run(files, job) {
    const result: PdfFile[] = [];
    for (const file of files) result.push(await numberPages(file, job));
    return result;
  },
};

function numberPages(file: PdfFile, job: PdfJob): Promise<PdfFile> {
  const { page_numbers: format = '{page}', page_numbers_start: start = 1, ...options } = job.options;
  const { page_numbers_alignment: alignment = 'bottom', page_numbers_size: size = SIZE } = options;
  const pages = chosenPages(options.page_numbers_pages, 'page_numbers_pages', file.pages, job.context);
  const last = start + file.pages - 1;
  const texts = [...eachPage(pages)].map((page) => numberText(format, start + page - 1, last));
  return layTexts(file, texts, { ...LOOK, pages, alignment, size, option: 'page_numbers' }, job);
}

/** Returns the text of one page. Exported for its test. */
export const numberText = (format: string, page: number, last: number): string =>
  format.replaceAll('{pages}', `${last}`).replaceAll('{page}', `${page}`);
