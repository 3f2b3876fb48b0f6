import { quote } from '../../../../src/catalog/grammar/parsed.ts';
import { cutAfter, type Run, runText, unnamed } from '../../../../src/runner/page-list.ts';
import { ConversionError } from '../../../../src/task/errors.ts';
import { pageTexts } from '../../../../tools/formats/pdf-text/page-texts.ts';
import type { PdfFile } from '../../../../tools/programs/qpdf/pdf-work.ts';
import type { PdfJob } from '../operation.ts';
import { blankRuns, shownPages } from './remove-blank-pages.ts';

/**
 * Returns a part for each stretch of pages between blank ones, which are in no part: a warning names them. Warns if there are none. Throws
 * as blankRuns.
 */
export async function partsByBlank(file: PdfFile, job: PdfJob): Promise<Run[]> {
  const blank = await blankRuns(file, 'split', job);
  if (blank.length === 0) {
    const message = 'Option split is blank, and the PDF has no blank page, so it stays one document.';
    job.context.warn('option_no_effect', message, { option: 'split' });
  } else {
    const pages = blank.map(runText);
    const message = `The blank pages that separate the parts are in none of them: ${shownPages(pages)}.`;
    job.context.warn('output_limited', message, { option: 'split', pages });
  }
  return unnamed(blank, file.pages);
}

/**
 * Returns a part from each page whose text has the words, in upper or lower case, up to the next one; pages before the first are a part
 * too. Throws ConversionError `option_invalid` if no page has them, and what pageTexts throws.
 */
export async function partsByText(file: PdfFile, words: string, job: PdfJob): Promise<Run[]> {
  const wanted = comparable(words);
  const texts = await pageTexts(file, job);
  const starts = texts.flatMap((text, index) => (comparable(text).includes(wanted) ? [index + 1] : []));
  if (starts.length > 0) {
    const cuts = starts.map((page) => page - 1).filter((page) => page > 0);
    return cutAfter(cuts, file.pages);
  }
  const message = `Option split looks for ${quote(words)}, and no page of the PDF has that text. Give other words; for a scan, add ocr=true.`;
  throw new ConversionError('option_invalid', message, { details: { option: 'split' } });
}

/** Makes texts equal that differ in case, in white space, or in how their characters are stored. */
const comparable = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
