import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { mapAtOnce } from '../../../src/at-once.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import { addLayers, markLayers, markOwnLayers, settingsOf } from '../../../tools/pdf-pages/carry-layers.ts';
import type { DocumentPart } from '../../../tools/pdf-pages/document-facts.ts';
import type { JoinedOutline } from '../../../tools/pdf-pages/structure/keep-bookmarks.ts';
import { workOnObjects } from '../../../tools/pdf-pages/work-on-objects.ts';
import { runPikepdfScript } from '../../../tools/pikepdf/pikepdf-script.ts';
import type { PdfFile } from '../../../tools/qpdf/pdf-work.ts';
import { type QpdfRun, runQpdf } from '../../../tools/qpdf/qpdf.ts';
import { namingInput } from '../naming-input.ts';
import { withFormAside } from './form-aside.ts';
import { attachmentArguments, factsOfAll, nameUnreadable } from './merge-inputs.ts';
import type { Operation, PdfJob } from './operation.ts';
import { takePages, warnOfPagesAlone } from './take-pages.ts';

/**
 * - merge: all inputs, in their order. Title, tags, fields and attachments of the first one stay; bookmarks, fields and
 *   attachments of the others are added, fields of the same name being renamed.
 * - stamp, watermark: the first page of the second input over or under each page of the first. It is centred on what is
 *   shown of the page, upright as the page is seen, at its own size, and made smaller where it does not fit: a letterhead on
 *   A4 fits pages of US letter, and a small stamp stays small. A page that paints its background hides what is under it.
 * - alignment: at which edge or corner of the page, as it is seen, the stamp or watermark is instead.
 */
export const combine: Operation = {
  name: 'combine',
  options: ['merge', 'stamp', 'watermark', 'alignment'],
  asked: ({ merge, stamp, watermark }) => merge === true || stamp === true || watermark === true,
  async run(files, job) {
    const { stamp, watermark } = job.options;
    if (stamp === true) return [await lay('--overlay', 'stamp', files, job)];
    if (watermark === true) return [await lay('--underlay', 'watermark', files, job)];
    return [await mergeAll(files, job)];
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

async function mergeAll(files: readonly PdfFile[], job: PdfJob): Promise<PdfFile> {
  const [first, ...others] = files;
  if (first === undefined) throw new ConversionError('input_count', 'Option merge takes one input or more.');
  if (others.length === 0) {
    job.context.warn('option_no_effect', 'Option merge has no effect: there is one input.', { option: 'merge' });
    return first;
  }
  const output = join(await job.newFolder(), 'document.pdf');
  await warnOfPagesAlone(first, job);
  const facts = await factsOfAll(others, job);
  const marked = await mapAtOnce(others, availableParallelism(), (file, index) =>
    namingInput(file.filename, async () =>
      facts[index]?.hasLayers ? markOwnLayers(file, index + 1, job) : { file, layers: null },
    ),
  );
  const taken = {
    files: marked.map(({ file }) => file.path),
    options: await attachmentArguments(others, facts, job),
  };
  await takePages(first, '1-z', output, job, taken).catch((error: unknown) => nameUnreadable(error, files, job));
  const has = (index: number, key: DocumentPart['key']): boolean =>
    (facts[index]?.parts ?? []).some((one) => one.key === key);
  const parts = facts.map((one) => one.parts);
  warnOfLosses(parts, job);

  const pages = files.reduce((sum, file) => sum + file.pages, 0);
  const merged = { ...first, path: output, pages };
  const starts = others.map((_, index) => files.slice(0, index + 1).reduce((sum, file) => sum + file.pages, 0));
  const withOutline = [...others.keys()].filter((index) => has(index, 'outline'));
  const outlines = await mapAtOnce(withOutline, availableParallelism(), async (index): Promise<JoinedOutline> => {
    const other = others[index] as PdfFile;
    const { outline } = await namingInput(other.filename, () => workOnObjects(other, { action: 'outline' }, job));
    return { bookmarks: outline ?? [], pagesBefore: starts[index] ?? 0 };
  });
  const isTagged = parts.some((_, index) => has(index, 'tags'));
  const layers = settingsOf(marked);
  if (outlines.length === 0 && layers.length === 0 && !isTagged) return merged;
  return (await workOnObjects(merged, { action: 'join', ownPages: first.pages, outlines, layers }, job)).pdf;
}

/** What of the inputs after the first has no place in the result. */
function warnOfLosses(parts: readonly (readonly DocumentPart[])[], job: PdfJob): void {
  for (const key of ['tags', 'names'] as const) {
    const inputs = parts.flatMap((one, index) => (one.some((part) => part.key === key) ? [index + 2] : []));
    const name = parts.flat().find((part) => part.key === key)?.name;
    if (inputs.length === 0 || name === undefined) continue;
    const message = `The ${name} of input ${inputs.join(', ')} are not in the result; those of the first input are.`;
    job.context.warn('output_limited', message, { option: 'merge', inputs });
  }
}
