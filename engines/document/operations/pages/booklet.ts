import { changePages } from '../../../../tools/formats/pdf-pages/change-pages.ts';
import type { Operation } from '../operation.ts';

/**
 * Places two pages side by side on each side of wide sheets, in the order of a booklet: printed on both sides, turned at the short edge,
 * stacked and folded, the sheets have the pages in their order. Places past the last page stay empty. Page numbers are drawn before, so
 * that they count the pages and not the sheets.
 */
export const booklet: Operation = {
  name: 'booklet',
  options: ['booklet', 'booklet_binding', 'add_borders'],
  asked: (options) => options.booklet === true,
  run: (files, job) => {
    const { booklet_binding: binding = 'left', add_borders: frames = false } = job.options;
    return changePages(files, { kind: 'combine', perSheet: { binding }, frames }, job);
  },
};
