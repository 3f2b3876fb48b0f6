import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { joined, type Run, runText } from '../../../../src/runner/page-list.ts';
import { ConversionError } from '../../../../src/task/errors.ts';
import { mapConcurrently } from '../../../../src/util/concurrency.ts';
import { runPikepdfScript } from '../../../../tools/programs/pikepdf/pikepdf-script.ts';
import type { PdfFile } from '../../../../tools/programs/qpdf/pdf-work.ts';
import type { PdfJob } from '../operation.ts';
import { shownPages } from './remove-blank-pages.ts';

const SCRIPT = new URL('../../../../tools/formats/pdf-pages/cut_by_size.py', import.meta.url);

/** Makes a document of each of these parts. */
type Make = (parts: readonly Run[]) => Promise<PdfFile[]>;

/**
 * Splits into parts of at most so many bytes: as many pages as fit by the sizes of their objects, and where the written part is larger
 * nevertheless, halves of it. A page that is larger alone is a part, which a warning reports. Throws ConversionError `option_invalid` if
 * what all parts have, such as attached files, does not fit.
 */
export async function splitBySize(file: PdfFile, bytes: number, make: Make, job: PdfJob): Promise<PdfFile[]> {
  const large: Run[] = [];
  const made = await makeWithin(await partsBySize(file, bytes, job), bytes, make, large);
  if (large.length > 0) {
    const pages = joined(large).map(runText);
    const message = `These pages are larger than the size of option split, each in a file of its own: ${shownPages(pages)}.`;
    job.context.warn('output_limited', message, { option: 'split', pages });
  }
  return made;
}

async function partsBySize(file: PdfFile, bytes: number, job: PdfJob): Promise<Run[]> {
  if ((await stat(file.path)).size <= bytes) return [{ from: 1, to: file.pages }];
  const { shared, ends } = (await runPikepdfScript(SCRIPT, [file.path, `${bytes}`], job)) as {
    /** Bytes that are in all parts. */
    readonly shared: number;
    /** The last page of each part. */
    readonly ends: readonly number[];
  };
  if (shared < bytes) return ends.map((to, index) => ({ from: (ends[index - 1] ?? 0) + 1, to }));
  const message = `Each part has all attached files and metadata of the PDF, which are larger than the size of option split: ${shared} bytes. Give a larger size, or add remove_attachments=true.`;
  throw new ConversionError('option_invalid', message, { details: { option: 'split', bytes: shared } });
}

/** Makes the parts, and halves of those that are too large. Adds single pages that are too large to `large`. */
async function makeWithin(parts: readonly Run[], bytes: number, make: Make, large: Run[]): Promise<PdfFile[]> {
  const made = await make(parts);
  const sizes = await mapConcurrently(made, availableParallelism(), async ({ path }) => (await stat(path)).size);
  const result: PdfFile[] = [];
  for (const [index, part] of parts.entries()) {
    const isLarge = (sizes[index] ?? 0) > bytes;
    if (isLarge && part.from < part.to) result.push(...(await makeWithin(halvesOf(part), bytes, make, large)));
    else result.push(...made.slice(index, index + 1));
    if (isLarge && part.from === part.to) large.push(part);
  }
  return result;
}

function halvesOf({ from, to }: Run): Run[] {
  const middle = Math.floor((from + to) / 2);
  return [
    { from, to: middle },
    { from: middle + 1, to },
  ];
}
