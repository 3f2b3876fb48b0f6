import { join } from 'node:path';
import { INSTALLATION, installed } from '../../../src/process/installation.ts';
import { createPoolOnDemand } from '../../../src/process/pool-on-demand.ts';
import type { PoolCommand } from '../../../src/process/process-pool.ts';
import type { LocalInput, WorkContext } from '../../../src/work/context.ts';
import { identifyDrawing } from '../identify.ts';
import { INPUT, OUTPUT, type PreviewJob, type PreviewResult } from './job.ts';
import { warnOfPreview } from './warnings.ts';

const COMMAND: PoolCommand = {
  path: process.execPath,
  args: ['--max-old-space-size=6144', '--stack-size=2000', installed('tools/dwg/preview/worker-process.ts')],
  readable: INSTALLATION,
  limits: { memoryBytes: 4 * 1024 ** 3 },
};

/** As for conversions of drawings: reading takes half of their time, drawing less. Milliseconds. */
const timeLimit = (bytes: number): number => 60_000 + (bytes / 1024 ** 2) * 30_000;

const pool = createPoolOnDemand({ name: 'drawing previews', command: COMMAND });

/**
 * Makes an SVG of a drawing in a sandboxed process: its model, seen from above, on white paper. Warns of what is not in it.
 * @param folder inside the work folder; empty
 * @returns the path of the SVG, inside that folder
 * @throws ConversionError `input_damaged`, `input_truncated`, `input_bomb`, `input_wrong_type`, `limit_memory`
 */
export async function drawingToSvg(input: LocalInput, folder: string, context: WorkContext): Promise<string> {
  const job: PreviewJob = { drawing: await identifyDrawing(input), filename: input.filename };
  const result = await pool.request<PreviewResult>(
    { ...job },
    {
      inputs: { [INPUT]: input.path },
      outputFolder: folder,
      signal: context.signal,
      timeoutMs: timeLimit(input.size),
    },
  );
  warnOfPreview(result, input.filename, context);
  return join(folder, OUTPUT);
}

/** Ends the processes that stay. */
export const closePreviewPools = (): Promise<void> => pool.close();
