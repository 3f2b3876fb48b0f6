import { join } from 'node:path';
import { runText } from '../../../../src/runner/page-list.ts';
import { addLayers, markLayers } from '../../../../tools/formats/pdf-pages/carry-layers.ts';
import type { PdfFile } from '../../../../tools/programs/qpdf/pdf-work.ts';
import { runQpdf } from '../../../../tools/programs/qpdf/qpdf.ts';
import type { Operation, PdfJob } from '../operation.ts';
import { withFormAside } from './form-aside.ts';
import { keepTags } from './lay-sheets.ts';
import { requireTwo } from './stamp.ts';

/**
 * Lays the pages of the second input on those of the first, page by page; overlay_rest says what pages beyond its last one get. Each is
 * centred on the shown part of the page, at its own size, or smaller if it does not fit.
 */
export const overlay: Operation = {
  name: 'overlay',
  options: ['overlay', 'overlay_rest'],
  asked: (options) => options.overlay !== undefined,
  async run(files, job) {
    const [file, other] = requireTwo(files, 'overlay');
    warnOfRest(file, other, job);
    const marked = await markLayers(other, 1, job);
    return [await addLayers(await lay(file, marked.file, job), [marked], job)];
  },
};

async function lay(file: PdfFile, other: PdfFile, job: PdfJob): Promise<PdfFile> {
  const { overlay: where = 'over', overlay_rest: rest = 'stop' } = job.options;
  const both = Math.min(file.pages, other.pages);
  const repeat = { stop: [], repeat_last: ['--repeat=z'], repeat_all: ['--repeat=1-z'] }[rest];
  const how = [where === 'over' ? '--overlay' : '--underlay', other.path, `--from=1-${both}`];
  const to = rest === 'stop' ? `--to=1-${both}` : '--to=1-z';
  const path = await withFormAside(file, other, job, async (input) => {
    const output = join(await job.newFolder(), 'document.pdf');
    await runQpdf({ input, readsMore: true, options: [...how, to, ...repeat, '--'], output }, job);
    return output;
  });
  const pages = [{ from: 1, to: rest === 'stop' ? both : file.pages }];
  return keepTags({ ...file, path }, { where, pages }, job);
}

/** Warns of pages of either document that have no partner. */
function warnOfRest(file: PdfFile, other: PdfFile, { options, context }: PdfJob): void {
  const isShort = other.pages < file.pages && (options.overlay_rest ?? 'stop') === 'stop';
  if (isShort) {
    const pages = runText({ from: other.pages + 1, to: file.pages });
    const message = `What is laid on the pages has fewer of them (${other.pages}), so these get nothing: ${pages}. Option overlay_rest says what they get.`;
    context.warn('output_limited', message, { option: 'overlay', pages: [pages] });
  }
  if (other.pages > file.pages) {
    const pages = runText({ from: file.pages + 1, to: other.pages });
    const message = `What is laid on the pages has more of them than the document, so these are not used: ${pages}.`;
    context.warn('output_limited', message, { option: 'overlay', pages: [pages] });
  }
}
