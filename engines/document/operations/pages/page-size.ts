import { changePages } from '../../../../tools/formats/pdf-pages/change-pages.ts';
import type { Paper } from '../../../../tools/formats/pdf-pages/geometry/change.ts';
import { requirePossibleSize } from '../../../../tools/formats/pdf-pages/geometry/limits.ts';
import { namedPaper, POINTS } from '../../../../tools/formats/pdf-pages/geometry/papers.ts';
import type { Operation, PdfOptions } from '../operation.ts';

/**
 * Fits each page to a paper: scaled as a whole, centred. A named paper is turned as the page is, unless orientation is given; a custom size
 * is used as given. orientation alone puts pages of the other orientation on paper of their own size, turned; the content of a page is not
 * turned (rotate does that).
 */
export const pageSize: Operation = {
  name: 'page_size',
  options: [
    ...(['page_size', 'custom_page_size_width', 'custom_page_size_height'] as const),
    ...(['custom_page_size_unit', 'orientation'] as const),
  ],
  asked: (options) => hasSize(options) || options.custom_page_size_unit !== undefined,
  run: async (files, job) => {
    const { options, context } = job;
    if (options.custom_page_size_unit !== undefined && options.custom_page_size_width === undefined) {
      const message = 'Option custom_page_size_unit has no effect: no custom page size was given.';
      context.warn('option_no_effect', message, { option: 'custom_page_size_unit' });
    }
    if (!hasSize(options)) return files;
    return changePages(files, { kind: 'fit', paper: paperOf(options), orientation: options.orientation ?? null }, job);
  },
};

/** Returns the paper that the options ask for. Throws ConversionError `option_unsupported` for one that PDF cannot have. */
export function paperOf(options: PdfOptions): Paper | null {
  if (options.page_size !== undefined) return namedPaper(options.page_size);
  const { custom_page_size_width: width, custom_page_size_height: height } = options;
  if (width === undefined || height === undefined) return null;
  const unit = POINTS[options.custom_page_size_unit ?? 'mm'];
  const paper = { width: Number(width) * unit, height: Number(height) * unit, fixed: true };
  requirePossibleSize(paper.width, paper.height, 'The custom page size is one', 'custom_page_size_width');
  return paper;
}

const hasSize = (options: PdfOptions): boolean =>
  [options.page_size, options.custom_page_size_width, options.orientation].some((option) => option !== undefined);
