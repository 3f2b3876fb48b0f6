import { join } from 'node:path';
import { ConversionError } from '../../../src/task/errors.ts';
import { addLayers, markLayers } from '../../../tools/pdf-pages/carry-layers.ts';
import { runPikepdfScript } from '../../../tools/pikepdf/pikepdf-script.ts';
import type { PdfFile } from '../../../tools/qpdf/pdf-work.ts';
import { type QpdfRun, runQpdf } from '../../../tools/qpdf/qpdf.ts';
import { withFormAside } from './form-aside.ts';
import type { Operation, PdfJob } from './operation.ts';

/**
 * - stamp, watermark: the first page of the second input over or under each page of the first. It is centred on what is
 *   shown of the page, upright as the page is seen, at its own size, and made smaller where it does not fit: a letterhead on
 *   A4 fits pages of US letter, and a small stamp stays small. A page that paints its background hides what is under it.
 * - alignment: at which edge or corner of the page, as it is seen, the stamp or watermark is instead.
 */
export const stampPages: Operation = {
  name: 'stamp',
  options: ['stamp', 'watermark', 'alignment'],
  asked: ({ stamp, watermark }) => stamp === true || watermark === true,
  async run(files, job) {
    if (job.options.stamp === true) return [await lay('--overlay', 'stamp', files, job)];
    return [await lay('--underlay', 'watermark', files, job)];
  },
};

async function lay(
  how: '--overlay' | '--underlay',
  option: string,
  files: readonly PdfFile[],
  job: PdfJob,
): Promise<PdfFile> {
  const [file, other] = files;
  if (file === undefined || other === undefined || files.length > 2) {
    const message = `Option ${option} takes two inputs, the document and what is laid on its pages; there are ${files.length}.`;
    throw new ConversionError('input_count', message, { details: { option, inputs: files.length } });
  }
  const marked = await markLayers(other, 1, job);
  const path = await withFormAside(file, other, job, async (input) => {
    const output = join(await job.newFolder(), 'document.pdf');
    await runQpdf({ input, ...(await layingOf(how, input, marked.file, job)), output }, job);
    return output;
  });
  return addLayers({ ...file, path }, [marked], job);
}

const SHEETS_SCRIPT = new URL('./stamp_sheets.py', import.meta.url);

/** How qpdf lays the first page of `other` on each page of `input`: as it is, or as sheets that have it where it is to be. */
async function layingOf(
  how: '--overlay' | '--underlay',
  input: string,
  other: PdfFile,
  job: PdfJob,
): Promise<Pick<QpdfRun, 'options' | 'stdin'>> {
  const { alignment } = job.options;
  if (alignment === undefined) return { options: [how, other.path, '--from=', '--repeat=1', '--'] };
  const path = join(await job.newFolder(), 'sheets.pdf');
  const made = await runPikepdfScript(SHEETS_SCRIPT, [alignment, input, other.path, path], job);
  const { sheets } = made as { readonly sheets: readonly number[] };
  // Of many pages the list is too long for an argument.
  return { options: [how, path, '@-', '--'], stdin: `--from=${sheets.join(',')}\n` };
}
