import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { ConversionError } from '../../../../src/task/errors.ts';
import { mapConcurrently } from '../../../../src/util/concurrency.ts';
import { markOwnLayers, settingsOf } from '../../../../tools/formats/pdf-pages/carry-layers.ts';
import type { DocumentPart } from '../../../../tools/formats/pdf-pages/document-facts.ts';
import type { JoinedOutline } from '../../../../tools/formats/pdf-pages/structure/keep-bookmarks.ts';
import { workOnObjects } from '../../../../tools/formats/pdf-pages/work-on-objects.ts';
import type { PdfFile } from '../../../../tools/programs/qpdf/pdf-work.ts';
import { namingInput } from '../../naming-input.ts';
import type { Operation, PdfJob } from '../operation.ts';
import { attachmentArguments, factsOfAll, nameUnreadable } from './merge-inputs.ts';
import { takePages, warnOfPagesAlone } from './take-pages.ts';

/**
 * merge: joins all inputs in their order. Title, tags, fields and attachments of the first one stay; bookmarks, fields and attachments of
 * the others are added. Fields of the same name are renamed.
 */
export const combine: Operation = {
  name: 'combine',
  options: ['merge'],
  asked: ({ merge }) => merge === true,
  run: async (files, job) => [await mergeAll(files, job)],
};

async function mergeAll(files: readonly PdfFile[], job: PdfJob): Promise<PdfFile> {
  const [first, ...others] = files;
  if (first === undefined) throw new ConversionError('input_count', 'Option merge needs at least one input.');
  if (others.length === 0) {
    job.context.warn('option_no_effect', 'Option merge has no effect: there is only one input.', { option: 'merge' });
    return first;
  }
  const output = join(await job.newFolder(), 'document.pdf');
  await warnOfPagesAlone(first, job);
  const facts = await factsOfAll(others, job);
  const marked = await mapConcurrently(others, availableParallelism(), (file, index) =>
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
  const outlines = await mapConcurrently(withOutline, availableParallelism(), async (index): Promise<JoinedOutline> => {
    const other = others[index] as PdfFile;
    const { outline } = await namingInput(other.filename, () => workOnObjects(other, { action: 'outline' }, job));
    return { bookmarks: outline ?? [], pagesBefore: starts[index] ?? 0 };
  });
  const isTagged = parts.some((_, index) => has(index, 'tags'));
  const layers = settingsOf(marked);
  if (outlines.length === 0 && layers.length === 0 && !isTagged) return merged;
  return (await workOnObjects(merged, { action: 'join', ownPages: first.pages, outlines, layers }, job)).pdf;
}

/** Warns of what the result cannot keep of the inputs after the first. */
function warnOfLosses(parts: readonly (readonly DocumentPart[])[], job: PdfJob): void {
  for (const key of ['tags', 'names'] as const) {
    const inputs = parts.flatMap((one, index) => (one.some((part) => part.key === key) ? [index + 2] : []));
    const name = parts.flat().find((part) => part.key === key)?.name;
    if (inputs.length === 0 || name === undefined) continue;
    const message = `The ${name} of input ${inputs.join(', ')} are not in the result; those of the first input are.`;
    job.context.warn('output_limited', message, { option: 'merge', inputs });
  }
}
