import { join } from 'node:path';
import { INSTALLATION, installed } from '../../../src/process/installation.ts';
import { createPoolOnDemand } from '../../../src/process/pool/pool-on-demand.ts';
import { partFolder, type WorkContext } from '../../../src/work/context.ts';
import { INPUT, OUTPUT, type SvgJob } from './job.ts';

const GiB = 1024 ** 3;

const pool = createPoolOnDemand({
  name: 'drawings',
  command: {
    path: process.execPath,
    args: [installed('tools/programs/svgo/worker-process.ts')],
    readable: INSTALLATION,
    inputsByPath: true,
    limits: { memoryBytes: 2 * GiB },
  },
});

/** A drawing of 8 MB takes 20 s. */
const TIMEOUT_MS = 5 * 60_000;

/**
 * Makes a drawing smaller with SVGO in a sandboxed process: removes what is invisible, and rounds numbers. Throws ConversionError `limit_*`
 * and `conversion_timeout`. @returns its path; null if SVGO cannot read the drawing
 */
export async function optimizeSvg(input: string, job: SvgJob, context: WorkContext): Promise<string | null> {
  const outputFolder = await partFolder(context, 'svg');
  const { written } = await pool.request<{ written: boolean }>(
    { ...job },
    { inputs: { [INPUT]: input }, outputFolder, signal: context.signal, timeoutMs: TIMEOUT_MS },
  );
  return written ? join(outputFolder, OUTPUT) : null;
}

/** Ends the worker processes that stay. */
export const closeSvgPools = (): Promise<void> => pool.close();
