import { INSTALLATION, installed } from '../../../src/process/installation.ts';
import { createPoolOnDemand } from '../../../src/process/pool/pool-on-demand.ts';
import type { PoolCommand } from '../../../src/process/pool/pool-options.ts';
import type { WorkContext } from '../../../src/work/context.ts';
import type { LayoutJob, LayoutResult } from './layout-job.ts';

const MiB = 1024 ** 2;

const COMMAND: PoolCommand = {
  path: process.execPath,
  args: ['--max-old-space-size=900', installed('tools/formats/pdf-layout/worker-process.ts')],
  readable: INSTALLATION,
  limits: { memoryBytes: 3072 * MiB, fileBytes: 2048 * MiB },
};

const SIZE = 2;

const pool = createPoolOnDemand({ name: 'pdf-document', command: COMMAND, size: SIZE });

/**
 * Lays out a document in a sandboxed worker process, which writes its output to `folder`.
 * @param inputs name in the job's folder to path, with the names that the job uses
 */
export function layOutDocument(
  job: LayoutJob,
  inputs: Readonly<Record<string, string>>,
  folder: string,
  { signal }: WorkContext,
): Promise<LayoutResult> {
  return pool.request<LayoutResult>({ ...job }, { inputs, signal, outputFolder: folder });
}

/** Ends the worker processes. */
export const closePools = (): Promise<void> => pool.close();
