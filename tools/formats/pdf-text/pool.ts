import { INSTALLATION, installed } from '../../../src/process/installation.ts';
import { createPoolOnDemand } from '../../../src/process/pool/pool-on-demand.ts';
import type { PoolCommand } from '../../../src/process/pool/pool-options.ts';
import type { WorkContext } from '../../../src/work/context.ts';
import type { PlainTextJob } from './plain-text-job.ts';
import type { ColumnsJob, ReflowJob, ReflowResult } from './reflow-job.ts';

const MiB = 1024 ** 2;

const COMMAND: PoolCommand = {
  path: process.execPath,
  args: ['--max-old-space-size=900', installed('tools/formats/pdf-text/worker-process.ts')],
  readable: INSTALLATION,
  limits: { memoryBytes: 1280 * MiB, fileBytes: 2048 * MiB },
};

const SIZE = 2;

const pool = createPoolOnDemand({ name: 'pdf-layout', command: COMMAND, size: SIZE });

/**
 * Lays out a document in a sandboxed worker process, which writes its output to `folder`.
 * @param inputs name in the job's folder to path, with the names that the job uses
 */
export function layOut(
  job: ReflowJob | PlainTextJob,
  inputs: Readonly<Record<string, string>>,
  folder: string,
  { signal }: WorkContext,
): Promise<ReflowResult> {
  return pool.request<ReflowResult>({ ...job }, { inputs, signal, outputFolder: folder });
}

/** Returns the numbers of the pages with text in columns, from a sandboxed process. @param words path of the file that the job names */
export async function pagesWithColumns(job: ColumnsJob, words: string, { signal }: WorkContext): Promise<number[]> {
  const { pages } = await pool.request<{ readonly pages: number[] }>(
    { ...job },
    { inputs: { [job.words]: words }, signal },
  );
  return pages;
}

/** Ends the worker processes. */
export const closePools = (): Promise<void> => pool.close();
