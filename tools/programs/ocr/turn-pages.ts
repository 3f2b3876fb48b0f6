import { join } from 'node:path';
import type { WorkContext } from '../../../src/work/context.ts';
import { qpdfProgram } from '../qpdf/programs.ts';
import type { Turn } from './orientation.ts';

/** qpdf's exit code for a result with warnings. */
const QPDF_WARNINGS = 3;

/** Rotates these pages of the PDF clockwise from how they are shown; returns the same PDF if there are none. */
export async function turnPages(
  path: string,
  turns: ReadonlyMap<number, Turn>,
  folder: string,
  context: WorkContext,
): Promise<string> {
  if (turns.size === 0) return path;
  const rotations = ([90, 180, 270] as const).flatMap((turn) => {
    const pages = [...turns].flatMap(([page, by]) => (by === turn ? [page] : []));
    return pages.length === 0 ? [] : [`--rotate=+${turn}:${pages.join(',')}`];
  });
  const output = join(folder, 'upright.pdf');
  const args = [path, output, ...rotations];
  await context.run({ ...(await qpdfProgram(path)), args, acceptExitCodes: [0, QPDF_WARNINGS] });
  return output;
}
