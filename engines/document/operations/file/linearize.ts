import { join } from 'node:path';
import type { PdfFile } from '../../../../tools/programs/qpdf/pdf-work.ts';
import { runQpdf } from '../../../../tools/programs/qpdf/qpdf.ts';
import type { Operation } from '../operation.ts';
import { protect } from './protect.ts';

/** Orders the file for the web (ISO 32000-2, annex F). If the result is protected too, protect.ts, which comes last, does both. */
export const linearize: Operation = {
  name: 'linearize',
  options: ['linearize'],
  asked: (options) => options.linearize === true && !protect.asked(options),
  async run(files, job) {
    const result: PdfFile[] = [];
    for (const file of files) {
      const output = join(await job.newFolder(), 'document.pdf');
      // PDF/A-1 requires a line end after the data of each stream (ISO 19005-1, 6.1.7).
      const lineEnds = job.options.pdf_a === undefined ? [] : ['--newline-before-endstream'];
      await runQpdf({ input: file.path, options: ['--linearize', ...lineEnds], output }, job);
      result.push({ ...file, path: output });
    }
    return result;
  },
};
