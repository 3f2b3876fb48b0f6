import { ConversionError } from '../../../../../src/task/errors.ts';
import type { WorkContext } from '../../../../../src/work/context.ts';
import { popplerProgram } from '../../../../programs/poppler/programs.ts';

const MiB = 1024 ** 2;

/** Pages that one run of pdftocairo draws: it holds their pictures in memory. */
export const PAGES_A_RUN = 16;

/** Limits of one run: a few pages, with their pictures as text. */
const LIMITS = { memoryBytes: 2048 * MiB, fileBytes: 160 * MiB };

/**
 * Draws at most PAGES_A_RUN pages as an SVG file for DrawnPages. Returns false if they exceed the limits of a run or cannot be drawn, which
 * must not cost the text. Throws only if the task was aborted.
 */
export async function drawPages(
  path: string,
  pages: { readonly from: number; readonly until: number },
  output: string,
  { cpuSeconds }: { readonly cpuSeconds: number },
  context: WorkContext,
): Promise<boolean> {
  const args = ['-svg', '-nocrop', '-f', `${pages.from}`, '-l', `${pages.until}`, path, output];
  const call = { ...(await popplerProgram('pdftocairo')), args, limits: { ...LIMITS, cpuSeconds } };
  try {
    const { exitCode } = await context.run({ ...call, acceptExitCodes: 'any' });
    return exitCode === 0;
  } catch (error) {
    if (error instanceof ConversionError && !context.signal.aborted) return false;
    throw error;
  }
}
