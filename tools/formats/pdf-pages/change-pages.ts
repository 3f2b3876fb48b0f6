import { join } from 'node:path';
import { ConversionError } from '../../../src/task/errors.ts';
import type { PdfFile, PdfWork } from '../../programs/qpdf/pdf-work.ts';
import type { Change, Loss, Outcome } from './geometry/change.ts';
import { warnOfLosses } from './geometry/losses.ts';
import { askPool } from './pool.ts';
import { applyUpdate, writeObjects, writeStreams } from './qpdf-objects.ts';

/** With the pages in the JSON, qpdf repairs the page tree, as it also does when it applies the update. */
const WITH_PAGES = ['--json-key=pages'];

/**
 * Changes the pages of PDFs: qpdf writes the objects of each as JSON, a worker process plans the changes, and qpdf applies them. Streams
 * are not read, and everything unrelated (bookmarks, attachments, metadata) stays. Warns about losses. Throws ConversionError
 * `option_unsupported`, `input_damaged`, `limit_*`, or as programs and worker processes do.
 */
export async function changePages(files: readonly PdfFile[], change: Change, job: PdfWork): Promise<PdfFile[]> {
  const losses = new Set<Loss>();
  const changed: PdfFile[] = [];
  for (const file of files) changed.push(await changeFile(file, change, { job, losses }));
  warnOfLosses(losses, job.context);
  return changed;
}

interface Work {
  readonly job: PdfWork;
  readonly losses: Set<Loss>;
}

async function changeFile(file: PdfFile, change: Change, work: Work): Promise<PdfFile> {
  let made = await step(file.path, change, work);
  if (made.status === 'prepare') made = await step(made.path, change, work);
  if (made.status === 'done') return { ...file, path: made.path, pages: made.pages };
  throw new ConversionError('conversion_failed', 'The content of the pages could not be prepared for placing.');
}

type Made = Exclude<Outcome, { status: 'data' }> & { readonly path: string };

/** Makes one plan and has qpdf apply it. */
async function step(path: string, change: Change, { job, losses }: Work): Promise<Made> {
  const folder = await job.newFolder();
  const files = { objects: await writeObjects(path, folder, job, WITH_PAGES), outputFolder: folder };
  let outcome = await askPool({ kind: 'geometry', change, hasStreams: false }, files, job.context);
  if (outcome.status === 'data') {
    const streams = await writeStreams(path, outcome.refs, folder, job);
    outcome = await askPool({ kind: 'geometry', change, hasStreams: true }, { ...files, streams }, job.context);
  }
  if (outcome.status === 'data') throw new Error('the data of streams was asked for twice');
  const output = join(folder, 'pages.pdf');
  await applyUpdate({ pdf: path, folder, output, args: outcome.status === 'prepare' ? outcome.args : [] }, job);
  for (const loss of outcome.losses) losses.add(loss);
  return { ...outcome, path: output };
}
