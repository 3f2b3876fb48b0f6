import { changePages } from '../../../../tools/formats/pdf-pages/change-pages.ts';
import type { Operation } from '../operation.ts';

/**
 * Makes form fields, or comments and other annotations, or both, part of their pages as they are seen. Hidden ones are dropped; links stay.
 * Afterwards nothing reacts to clicks, and operations that rewrite pages have nothing more of them to lose.
 */
export const flatten: Operation = {
  name: 'flatten',
  options: ['flatten'],
  asked: (options) => options.flatten !== undefined,
  run: (files, job) => changePages(files, { kind: 'flatten', what: job.options.flatten ?? 'all' }, job),
};
