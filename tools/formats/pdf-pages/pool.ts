import { INSTALLATION, installed } from '../../../src/process/installation.ts';
import { createPoolOnDemand } from '../../../src/process/pool/pool-on-demand.ts';
import type { PoolCommand } from '../../../src/process/pool/pool-options.ts';
import type { WorkContext } from '../../../src/work/context.ts';
import { type AnswerTo, OBJECTS, type PoolRequest, STREAMS } from './request.ts';

const MiB = 1024 ** 2;

/** The heap may grow beyond the limit of the process, so that a job that needs more ends at that limit, with its message. */
const COMMAND: PoolCommand = {
  path: process.execPath,
  args: ['--max-old-space-size=4096', installed('tools/formats/pdf-pages/worker-process.ts')],
  readable: INSTALLATION,
  limits: { memoryBytes: 2048 * MiB, fileBytes: 2048 * MiB },
};

const SIZE = 2;

/** The largest accepted list of objects takes half a minute. */
const TIMEOUT_MS = 5 * 60_000;

const pool = createPoolOnDemand({ name: 'pdf-pages', command: COMMAND, size: SIZE });

export interface RequestFiles {
  readonly objects: string;
  readonly streams?: string;
  /** Folder for the update. */
  readonly outputFolder: string;
}

/** Sends a request to a sandboxed worker process. Throws ConversionError as the process does, `limit_memory`, `conversion_timeout`. */
export function askPool<Request extends PoolRequest>(
  request: Request,
  { objects, streams, outputFolder }: RequestFiles,
  { signal }: WorkContext,
): Promise<AnswerTo<Request>> {
  const inputs = { [OBJECTS]: objects, ...(streams !== undefined && { [STREAMS]: streams }) };
  return pool.request({ ...request }, { inputs, signal, timeoutMs: TIMEOUT_MS, outputFolder });
}

/** Ends the idle worker processes. */
export const closePagePools = (): Promise<void> => pool.close();
