import { join } from 'node:path';
import { createHostOnDemand } from '../../../src/process/host-on-demand.ts';
import { INSTALLATION, installed } from '../../../src/process/installation.ts';
import type { HostCommand } from '../../../src/process/warm-host.ts';
import type { PdfFile, PdfWork } from '../../qpdf/pdf-work.ts';
import { printQpdf, runQpdf } from '../../qpdf/programs.ts';
import { DOCUMENT, type StructureResult, type StructureTask, UPDATES } from './job.ts';

const MiB = 1024 ** 2;

/** Of the objects as JSON, without their streams: 20 000 pages take 15 MB. A heap of ten times that reads it. */
const MOST_JSON_BYTES = 128 * MiB;

const COMMAND: HostCommand = {
  path: process.execPath,
  args: ['--max-old-space-size=1400', installed('tools/pdf-pages/structure/host.ts')],
  readable: INSTALLATION,
  limits: { memoryBytes: 2048 * MiB, fileBytes: 512 * MiB },
};

const SIZE = 2;
const TIMEOUT_MS = 2 * 60_000;

const host = createHostOnDemand({ name: 'pdf-structure', command: COMMAND, size: SIZE });

/**
 * Works on the objects of a document in a confined process, and makes a document with the changes, or gives back the same
 * file where there are none. Throws ConversionError: what the task throws, `limit_file_size` where the document has too
 * many objects, and what runQpdf throws.
 */
export async function workOnObjects(
  pdf: PdfFile,
  task: StructureTask,
  job: PdfWork,
): Promise<StructureResult & { readonly pdf: PdfFile }> {
  const folder = await job.newFolder();
  const json = join(folder, DOCUMENT);
  const args = ['--json=2', '--json-key=qpdf', '--json-stream-data=none', pdf.path];
  await printQpdf(args, { file: json, fileBytes: MOST_JSON_BYTES }, job);
  const result = await host.request<StructureResult>(
    { ...task },
    { inputs: { [DOCUMENT]: json }, signal: job.context.signal, timeoutMs: TIMEOUT_MS, outputFolder: folder },
  );
  if (!result.changed) return { ...result, pdf };
  const output = join(folder, 'document.pdf');
  await runQpdf({ input: pdf.path, options: [`--update-from-json=${join(folder, UPDATES)}`], output }, job);
  return { ...result, pdf: { ...pdf, path: output } };
}

/** Ends the hosts that stay. */
export const closeStructureHosts = (): Promise<void> => host.close();
