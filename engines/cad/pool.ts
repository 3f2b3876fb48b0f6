import { INSTALLATION, installed } from '../../src/process/installation.ts';
import { createPoolOnDemand } from '../../src/process/pool/pool-on-demand.ts';
import type { PoolCommand } from '../../src/process/pool/pool-options.ts';
import type { LocalInput, WorkContext } from '../../src/work/context.ts';
import { type DrawingJob, type DrawingResult, INPUT } from './job.ts';

const COMMAND: PoolCommand = {
  path: process.execPath,
  args: ['--max-old-space-size=6144', '--stack-size=2000', installed('engines/cad/worker-process.ts')],
  readable: INSTALLATION,
  inputsByPath: true,
  limits: { memoryBytes: 4 * 1024 ** 3 },
};

/** Timeout, ms. A drawing takes about a second per MiB to read and write; damaged ones may take forever. */
const timeLimit = (bytes: number): number => 60_000 + (bytes / 1024 ** 2) * 30_000;

const pool = createPoolOnDemand({ name: 'drawings', command: COMMAND });

/** Converts a drawing in a sandboxed process; the result is `OUTPUT` in the work folder. */
export function convertInPool(job: DrawingJob, input: LocalInput, context: WorkContext): Promise<DrawingResult> {
  return pool.request<DrawingResult>(
    { ...job },
    {
      inputs: { [INPUT]: input.path },
      outputFolder: context.workFolder,
      signal: context.signal,
      timeoutMs: timeLimit(input.size),
      onProgress: (percent) => context.progress(percent),
    },
  );
}

/** Ends the idle worker processes. */
export const closeDrawingPools = (): Promise<void> => pool.close();
