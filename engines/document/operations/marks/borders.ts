import { changePages } from '../../../../tools/formats/pdf-pages/change-pages.ts';
import type { ExtendPages } from '../../../../tools/formats/pdf-pages/geometry/change.ts';
import { POINTS } from '../../../../tools/formats/pdf-pages/geometry/papers.ts';
import type { Operation, PdfOptions } from '../operation.ts';

/**
 * Adds space at the sides of each page as it is shown. The page grows and its content keeps its size; for paper of a certain size, give
 * page_size too, which is applied before. A negative border cuts off. The default of border_unit is millimetres.
 */
export const borders: Operation = {
  name: 'borders',
  options: ['border_top', 'border_bottom', 'border_left', 'border_right', 'border_unit'],
  asked: (options) => options.border_unit !== undefined || hasBorders(options),
  run: async (files, job) => {
    if (hasBorders(job.options)) return changePages(files, bordersOf(job.options), job);
    job.context.warn('option_no_effect', 'Option border_unit has no effect: no border was given.', {
      option: 'border_unit',
    });
    return files;
  },
};

/** Returns the borders in points. */
export function bordersOf(options: PdfOptions): ExtendPages {
  const unit = POINTS[options.border_unit ?? 'mm'];
  return {
    kind: 'extend',
    top: (options.border_top ?? 0) * unit,
    right: (options.border_right ?? 0) * unit,
    bottom: (options.border_bottom ?? 0) * unit,
    left: (options.border_left ?? 0) * unit,
  };
}

const hasBorders = (options: PdfOptions): boolean =>
  [options.border_top, options.border_bottom, options.border_left, options.border_right].some(Boolean);
