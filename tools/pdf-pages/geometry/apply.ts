import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { formatBytes } from '../../../src/process/limits.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import { pdfProgram } from '../../pdf-text/programs.ts';
import type { PdfFile, PdfWork } from '../../qpdf/pdf-work.ts';
import type { Change, Loss, Outcome } from './change.ts';
import { planChange } from './hosts.ts';
import { warnOfLosses } from './losses.ts';
import type { Ref } from './objects.ts';
import { UPDATE } from './run-change.ts';

const MiB = 1024 ** 2;

/** Text of all objects without the data of streams. 20 000 pages have 9 MiB; 212 MiB take 7 to 21 s and 1.1 GiB to change. */
const MAX_OBJECTS_BYTES = 256 * MiB;

const LIMITS = { cpuSeconds: 300, memoryBytes: 2048 * MiB };

/** qpdf's code for a result with warnings. */
const WITH_WARNINGS = 3;

/**
 * Changes the pages of PDFs: qpdf writes the objects of each as JSON, a host plans what changes, and qpdf makes it. Streams
 * are not read, and all that is not concerned (bookmarks, attachments, metadata) stays. Warns of what is lost. Throws
 * ConversionError `option_unsupported`, `input_damaged`, `limit_*`, or as programs and hosts do.
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
  throw new ConversionError('conversion_failed', 'The content of the pages could not be made ready to be placed.');
}

type Made = Exclude<Outcome, { status: 'data' }> & { readonly path: string };

/** One plan and what qpdf makes of it. */
async function step(path: string, change: Change, { job, losses }: Work): Promise<Made> {
  const folder = await job.newFolder();
  const objects = await writeJson(path, folder, 'objects.json', job, ['--json-key=pages', '--json-stream-data=none']);
  const plan = (streams: string | null) => planChange(change, { objects, streams, outputFolder: folder }, job.context);
  let outcome = await plan(null);
  if (outcome.status === 'data') outcome = await plan(await writeStreams(path, folder, outcome.refs, job));
  if (outcome.status === 'data') throw new Error('the data of streams was asked for twice');
  const made = join(folder, 'pages.pdf');
  // Without decoding streams: what unpacks to gigabytes stays packed. Only what qpdf makes anew it packs.
  const how = outcome.status === 'prepare' ? outcome.args : ['--stream-data=preserve'];
  await qpdf([path, `--update-from-json=${join(folder, UPDATE)}`, '--decrypt', ...how, made], job);
  for (const loss of outcome.losses) losses.add(loss);
  return { ...outcome, path: made };
}

async function writeStreams(path: string, folder: string, refs: readonly Ref[], job: PdfWork): Promise<string> {
  const objects = refs.map((ref) => `--json-object=${ref.split(' ').slice(0, 2).join(',')}`);
  return writeJson(path, folder, 'streams.json', job, ['--json-stream-data=inline', '--decode-level=none', ...objects]);
}

async function writeJson(path: string, folder: string, name: string, job: PdfWork, args: readonly string[]) {
  const json = join(folder, name);
  // Asking for the pages has qpdf mend their tree, and again when it takes the update.
  await qpdf(['--json=2', '--json-key=qpdf', ...args, path, json], job);
  const { size } = await stat(json);
  if (size <= MAX_OBJECTS_BYTES) return json;
  const message = `The PDF has too many objects to change its pages: a list of them has ${formatBytes(size)}, and at most ${formatBytes(MAX_OBJECTS_BYTES)} are taken. Split the document first.`;
  throw new ConversionError('limit_memory', message, { details: { limit: MAX_OBJECTS_BYTES } });
}

async function qpdf(args: readonly string[], { context }: PdfWork): Promise<void> {
  const result = await context.run({ ...(await pdfProgram('qpdf')), args, limits: LIMITS, acceptExitCodes: 'any' });
  if (result.exitCode === 0 || result.exitCode === WITH_WARNINGS) return;
  throw new ConversionError('input_damaged', 'The PDF is damaged so that its pages cannot be changed.', {
    log: result.stderr.slice(-4000),
  });
}
