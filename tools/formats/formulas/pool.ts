import { INSTALLATION, installed } from '../../../src/process/installation.ts';
import { createPoolOnDemand } from '../../../src/process/pool/pool-on-demand.ts';
import type { PoolCommand } from '../../../src/process/pool/pool-options.ts';
import type { WorkContext } from '../../../src/work/context.ts';
import type { FormulaJob } from './draw.ts';

const MiB = 1024 ** 2;

const COMMAND: PoolCommand = {
  path: process.execPath,
  args: ['--max-old-space-size=900', installed('tools/formats/formulas/worker-process.ts')],
  readable: INSTALLATION,
  limits: { memoryBytes: 3072 * MiB, fileBytes: 1024 * MiB },
};

const pool = createPoolOnDemand({ name: 'formulas', command: COMMAND, size: 1 });

/**
 * Draws formulas (MathML) as PNGs with MathJax in a sandboxed process; the pictures and their list are written to `folder`.
 * @param path of the file with the formulas
 * @throws ConversionError `limit_memory`, `conversion_canceled`, `engine_crashed`
 */
export function drawFormulas(
  path: string,
  job: FormulaJob,
  folder: string,
  { signal }: WorkContext,
): Promise<{ readonly drawn: number }> {
  return pool.request({ ...job }, { inputs: { [job.formulas]: path }, signal, outputFolder: folder });
}

/** Ends the worker processes. */
export const closeFormulaPools = (): Promise<void> => pool.close();
