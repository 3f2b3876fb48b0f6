import { INSTALLATION, installed } from '../../src/process/installation.ts';
import { createPoolOnDemand } from '../../src/process/pool/pool-on-demand.ts';
import type { PoolCommand } from '../../src/process/pool/pool-options.ts';
import type { LocalInput, WorkContext } from '../../src/work/context.ts';
import type { HashJob } from './targets.ts';
import type { Warning } from './warning.ts';
import type { PoolHashJob } from './worker-process.ts';

const COMMAND: PoolCommand = {
  path: process.execPath,
  args: [installed('engines/hash/worker-process.ts')],
  readable: INSTALLATION,
  inputsByPath: true,
  limits: { memoryBytes: 512 * 1024 ** 2, fileBytes: 1024 ** 2 },
};

const pool = createPoolOnDemand({ name: 'digests', command: COMMAND });

/** Computes a job over an input in a sandboxed process; the line is written to a file named `output` in the work folder. */
export function compute(
  job: HashJob,
  input: LocalInput,
  output: string,
  context: WorkContext,
): Promise<readonly Warning[]> {
  const payload: PoolHashJob = { job, file: 'input', size: input.size, output };
  const { signal, workFolder } = context;
  return pool.request<readonly Warning[]>(
    { ...payload },
    {
      inputs: { input: input.path },
      outputFolder: workFolder,
      signal,
      onProgress: (percent) => context.progress(percent),
    },
  );
}

/** Ends the idle worker processes. */
export const closePools = (): Promise<void> => pool.close();
