import { join } from 'node:path';
import { findProgram, type ProgramPlaces } from '../../../src/process/programs.ts';
import type { WorkContext } from '../../../src/work/context.ts';

export const RSVG: ProgramPlaces = {
  name: 'rsvg-convert',
  candidates: ['/usr/bin/rsvg-convert'],
  package: 'librsvg2-bin',
  purpose: 'a PDF of a drawing or of a text',
};

const GiB = 1024 ** 3;

const LIMITS = { cpuSeconds: 300, wallMs: 10 * 60_000, memoryBytes: 2 * GiB, fileBytes: 2 * GiB };

/** Seconds since 1970 that cairo dates a PDF with, so that two runs give the same bytes. */
const FIXED_DATE = { SOURCE_DATE_EPOCH: '0' };

/**
 * Converts SVGs to a PDF with a page of its size for each: lines stay lines, text can be searched. An SVG without a size gets a page as
 * large as its drawing. librsvg reads no address, and of files only those beside an SVG or below it: one of a user must be alone in its
 * folder.
 * @param svgs names or paths of files
 * @param folder inside the work folder, for names without a path
 * @param name of the PDF, in that folder
 * @returns the path of the PDF
 * @throws ConversionError `program_missing`, `limit_*`, `conversion_failed`
 */
export async function svgToPdf(
  svgs: readonly string[],
  folder: string,
  context: Pick<WorkContext, 'run'>,
  name = 'drawing.pdf',
): Promise<string> {
  const output = join(folder, name);
  await context.run({
    name: RSVG.name,
    path: await findProgram(RSVG),
    // Otherwise it refuses files of more than 10 MB. The sandbox limits its memory and time.
    args: ['--unlimited', '--format=pdf', `--output=${output}`, ...svgs],
    cwd: folder,
    env: FIXED_DATE,
    limits: LIMITS,
  });
  return output;
}
