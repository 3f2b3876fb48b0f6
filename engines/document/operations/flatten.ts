import { changePages } from '../../../tools/pdf-pages/change-pages.ts';
import type { Operation } from './operation.ts';

/**
 * Form fields, or comments and other annotations, or both, become part of their pages as they are seen. Those that are hidden are
 * dropped; links stay. After it nothing moves with a click, and work that rewrites pages has nothing more to lose of them.
 */
export const flatten: Operation = {
  name: 'flatten',
  options: ['flatten'],
  asked: (options) => options.flatten !== undefined,
  run: (files, job) => changePages(files, { kind: 'flatten', what: job.options.flatten ?? 'all' }, job),
};
