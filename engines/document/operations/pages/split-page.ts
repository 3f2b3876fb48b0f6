import { changePages } from '../../../../tools/formats/pdf-pages/change-pages.ts';
import type { Operation } from '../operation.ts';

/**
 * Cuts each page into parts of the same size, which become pages, row by row from the upper left. What a part does not show of its page is
 * hidden, not removed.
 */
export const splitPage: Operation = {
  name: 'split_page',
  options: ['split_page_x', 'split_page_y'],
  asked: (options) => options.split_page_x !== undefined || options.split_page_y !== undefined,
  run: (files, job) => {
    const { split_page_x: columns = 1, split_page_y: rows = 1 } = job.options;
    return changePages(files, { kind: 'split', columns, rows }, job);
  },
};
