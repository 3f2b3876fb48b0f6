import { INSTALLATION, installed } from '../../src/process/installation.ts';
import { createPoolOnDemand } from '../../src/process/pool/pool-on-demand.ts';
import type { PoolCommand } from '../../src/process/pool/pool-options.ts';
import type { WorkContext } from '../../src/work/context.ts';
import type { Facts } from './schema/document.ts';
import { INPUT, type ReadJob } from './worker/job.ts';

const COMMAND: PoolCommand = {
  path: process.execPath,
  args: ['--max-old-space-size=3072', '--stack-size=2000', installed('engines/metadata/worker-process.ts')],
  readable: INSTALLATION,
  inputsByPath: true,
  limits: { memoryBytes: 4 * 1024 ** 3 },
};

/** Timeout, ms. A large drawing takes longest. */
const TIMEOUT_MS = 3 * 60_000;

const pool = createPoolOnDemand({ name: 'metadata', command: COMMAND });

/** Reads a file in a sandboxed process; null if its reader does not support it. Throws ConversionError. */
export function readInPool(job: ReadJob, path: string, { signal }: WorkContext): Promise<Facts | null> {
  return pool.request<Facts | null>({ job }, { inputs: { [INPUT]: path }, signal, timeoutMs: TIMEOUT_MS });
}

/** Ends the idle worker processes. */
export const closePools = (): Promise<void> => pool.close();
