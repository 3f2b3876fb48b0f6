import { changePages } from '../../../../tools/formats/pdf-pages/change-pages.ts';
import type { Operation } from '../operation.ts';

/**
 * Places pages on sheets of the size of the first page, row by row from the upper left; add_borders draws a line around each page. Links
 * and bookmarks lead to the new places on the sheets.
 */
export const pagesPerSheet: Operation = {
  name: 'pages_per_sheet',
  options: ['pages_per_sheet', 'add_borders'],
  asked: (options) => options.pages_per_sheet !== undefined,
  run: async (files, job) => {
    const { pages_per_sheet: perSheet, add_borders: frames = false } = job.options;
    return perSheet === undefined ? files : changePages(files, { kind: 'combine', perSheet, frames }, job);
  },
};
