import { INSTALLATION, installed } from '../../../../../src/process/installation.ts';
import { createPoolOnDemand } from '../../../../../src/process/pool/pool-on-demand.ts';
import type { PoolCommand } from '../../../../../src/process/pool/pool-options.ts';
import type { WorkContext } from '../../../../../src/work/context.ts';
import { type Prepared, type PrepareJob, TEXT } from './run-job.ts';

/** The Japanese dictionary takes 390 MB. */
const COMMAND: PoolCommand = {
  path: process.execPath,
  args: [installed('tools/programs/speech/tts/text/worker-process.ts')],
  readable: INSTALLATION,
  limits: { memoryBytes: 1024 ** 3 },
};

const pool = createPoolOnDemand({ name: 'texts to speak', command: COMMAND, size: 1 });

/** Analyses a UTF-8 text in a sandboxed process; its chunks go to the folder as CHUNKS. */
export function prepareInPool(
  job: PrepareJob,
  text: string,
  outputFolder: string,
  { signal }: WorkContext,
): Promise<Prepared> {
  return pool.request<Prepared>({ job }, { inputs: { [TEXT]: text }, outputFolder, signal });
}

/** Ends the worker processes that stay. */
export const closeTextPools = (): Promise<void> => pool.close();
