import { join } from 'node:path';
import { INSTALLATION, installed } from '../../../../src/process/installation.ts';
import { createPoolOnDemand } from '../../../../src/process/pool/pool-on-demand.ts';
import type { PoolCommand } from '../../../../src/process/pool/pool-options.ts';
import type { LocalInput, WorkContext } from '../../../../src/work/context.ts';
import { identifyDrawing } from '../identify.ts';
import { INPUT, outputName, type PreviewJob, type PreviewOptions, type PreviewResult } from './job.ts';
import { warnOfPreview } from './warnings.ts';

const COMMAND: PoolCommand = {
  path: process.execPath,
  args: ['--max-old-space-size=6144', '--stack-size=2000', installed('tools/formats/dwg/preview/worker-process.ts')],
  readable: INSTALLATION,
  inputsByPath: true,
  limits: { memoryBytes: 4 * 1024 ** 3 },
};

/** Time limit as for conversions of drawings: reading takes half of their time, drawing less. Milliseconds. */
const timeLimit = (bytes: number): number => 60_000 + (bytes / 1024 ** 2) * 30_000;

const pool = createPoolOnDemand({ name: 'drawing previews', command: COMMAND });

/**
 * Makes SVGs of a drawing in a sandboxed process: of its model, seen from above, or of what the options request. Warns of what is missing
 * in them.
 * @param folder inside the work folder; empty
 * @returns the paths of the SVGs, inside that folder: one, or several with layout `all`
 * @throws ConversionError `input_damaged`, `input_truncated`, `input_bomb`, `input_wrong_type`, `limit_memory`, `option_invalid`
 */
export async function drawingToSvgs(
  input: LocalInput,
  options: PreviewOptions,
  folder: string,
  context: WorkContext,
): Promise<readonly string[]> {
  const job: PreviewJob = { drawing: await identifyDrawing(input), filename: input.filename, options };
  const result = await pool.request<PreviewResult>(
    { ...job },
    {
      inputs: { [INPUT]: input.path },
      outputFolder: folder,
      signal: context.signal,
      timeoutMs: timeLimit(input.size),
    },
  );
  warnOfPreview(result, options, input.filename, context);
  return result.sheets.map((_, index) => join(folder, outputName(index)));
}

/** Ends the idle worker processes. */
export const closePreviewPools = (): Promise<void> => pool.close();
