import { quote } from '../../../../src/catalog/grammar/parsed.ts';
import { joined, type Run, runText, unnamed } from '../../../../src/runner/page-list.ts';
import { ConversionError } from '../../../../src/task/errors.ts';
import { pageCodes } from '../../../../tools/formats/pdf-codes/page-codes.ts';
import type { PdfFile } from '../../../../tools/programs/qpdf/pdf-work.ts';
import type { PdfJob } from '../operation.ts';
import { shownPages } from './remove-blank-pages.ts';
import { type NamedPart, partsAt } from './split-bookmarks.ts';

/** What separator sheets say that are printed for Paperless-ngx and other programs. They belong to no document. */
const SEPARATOR = 'PATCHT';

/**
 * Returns a part from each page with a barcode or QR code up to the next one, named by what the code says; pages before the first are a part
 * too. Separator sheets are in no part: a warning names them. Throws ConversionError `option_invalid` if no page has such a code,
 * `option_unsupported` if nothing is left, and what pageCodes throws.
 * @param wanted what a code must say; null: anything
 */
export async function partsByCodes(file: PdfFile, wanted: string | null, job: PdfJob): Promise<(Run | NamedPart)[]> {
  const { codes, undrawn } = await pageCodes(
    file,
    (contents) => {
      const meant = contents
        .map((content) => content.trim())
        .filter((content) => wanted === null || content === wanted);
      return meant.find((content) => content === SEPARATOR) ?? meant[0];
    },
    job,
  );
  if (undrawn.length > 0) {
    const pages = runsOf(undrawn).map(runText);
    const message = `These pages could not be drawn, so no codes were found on them: ${shownPages(pages)}.`;
    job.context.warn('output_limited', message, { option: 'split', pages });
  }
  const found = [...codes].map(([page, title]) => ({ page, title }));
  if (found.length === 0) throw noCode(wanted);
  const separators = found.flatMap(({ page, title }) => (title === SEPARATOR ? [page] : []));
  const starts = found.filter(({ title }) => title !== SEPARATOR);
  warnOfSeparators(separators, file, job);
  return partsBetween(starts, separators, file.pages);
}

/** Returns the parts that begin at some pages, and after separators, which are in none. */
function partsBetween(
  starts: readonly { readonly page: number; readonly title: string }[],
  separators: readonly number[],
  pages: number,
): (Run | NamedPart)[] {
  if (starts.length === 0) return unnamed(runsOf(separators), pages);
  const isSeparator = new Set(separators);
  const isStart = new Set(starts.map(({ page }) => page));
  const following = separators.map((page) => page + 1);
  const unstarted = following.filter((page) => page <= pages && !isSeparator.has(page) && !isStart.has(page));
  return partsAt([...starts, ...unstarted.map((page) => ({ page, title: '' }))], pages, isSeparator);
}

function warnOfSeparators(separators: readonly number[], file: PdfFile, job: PdfJob): void {
  if (separators.length === 0) return;
  const pages = runsOf(separators).map(runText);
  if (separators.length === file.pages) {
    const message = `All pages of the PDF are separator sheets (${SEPARATOR}), so option split would leave nothing. Leave the option out.`;
    throw new ConversionError('option_unsupported', message, { details: { option: 'split', pages: file.pages } });
  }
  const message = `The separator sheets (${SEPARATOR}) are in none of the parts: ${shownPages(pages)}.`;
  job.context.warn('output_limited', message, { option: 'split', pages });
}

const runsOf = (pages: readonly number[]): Run[] => joined(pages.map((page) => ({ from: page, to: page })));

function noCode(wanted: string | null): ConversionError {
  const message =
    wanted === null
      ? 'Option split looks for barcodes and QR codes, and no page of the PDF has one that can be read. Give page numbers instead.'
      : `Option split looks for a barcode or QR code that says ${quote(wanted)}, and no page of the PDF has one that can be read. Give the whole content of the code, or barcode for any.`;
  return new ConversionError('option_invalid', message, { details: { option: 'split' } });
}
