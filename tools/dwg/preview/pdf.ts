import { join } from 'node:path';
import { findProgram, type ProgramPlaces } from '../../../src/process/programs.ts';
import type { WorkContext } from '../../../src/work/context.ts';

export const RSVG: ProgramPlaces = {
  name: 'rsvg-convert',
  candidates: ['/usr/bin/rsvg-convert'],
  package: 'librsvg2-bin',
  purpose: 'a PDF of a drawing',
};

const GiB = 1024 ** 3;

const LIMITS = { cpuSeconds: 300, wallMs: 10 * 60_000, memoryBytes: 2 * GiB, fileBytes: 2 * GiB };

/**
 * SVGs of our own making (pool.ts) as a PDF, each a page of its size: lines stay lines, text can be searched.
 * @param folder inside the work folder
 * @returns the path of the PDF, inside that folder
 * @throws ConversionError `program_missing`, `limit_*`, `conversion_failed`
 */
export async function svgsToPdf(svgs: readonly string[], folder: string, context: WorkContext): Promise<string> {
  const output = join(folder, 'drawing.pdf');
  await context.run({
    name: RSVG.name,
    path: await findProgram(RSVG),
    // It refuses files of more than 10 MB otherwise; this one is ours.
    args: ['--unlimited', '--format=pdf', `--output=${output}`, ...svgs],
    cwd: folder,
    limits: LIMITS,
  });
  return output;
}
