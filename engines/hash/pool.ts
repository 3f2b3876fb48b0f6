import { INSTALLATION, installed } from '../../src/process/installation.ts';
import { createPoolOnDemand } from '../../src/process/pool-on-demand.ts';
import type { PoolCommand } from '../../src/process/process-pool.ts';
import type { LocalInput, WorkContext } from '../../src/work/context.ts';
import type { HashResult } from './run-job.ts';
import type { HashJob } from './targets.ts';
import type { PoolHashJob } from './worker-process.ts';

const COMMAND: PoolCommand = {
  path: process.execPath,
  args: [installed('engines/hash/worker-process.ts')],
  readable: INSTALLATION,
  inputsByPath: true,
  limits: { memoryBytes: 512 * 1024 ** 2, fileBytes: 1024 ** 2 },
};

const pool = createPoolOnDemand({ name: 'digests', command: COMMAND });

/** Computes a job over an input in a sandboxed process. */
export function compute(job: HashJob, input: LocalInput, context: WorkContext): Promise<HashResult> {
  const payload: PoolHashJob = { job, file: 'input', size: input.size };
  const { signal } = context;
  return pool.request<HashResult>(
    { ...payload },
    { inputs: { input: input.path }, signal, onProgress: (percent) => context.progress(percent) },
  );
}

/** Ends the worker processes that stay. */
export const closePools = (): Promise<void> => pool.close();
