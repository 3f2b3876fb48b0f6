import { findProgram } from '../../../src/process/programs.ts';
import type { WorkContext } from '../../../src/work/context.ts';
import type { Finished, Finishing } from './finishing.ts';
import { FINISHER_LIMITS, FINISHER_PROGRAMS } from './programs.ts';

/** Default density: a pixel is a point. */
const USUAL_DENSITY = 72;
/** The longest side of a page, inches (ISO 32000-1, annex C). */
const LONGEST_PAGE = 200;

/** Writes a PDF of one page, exactly as large as the picture at its density. The pixels are embedded unchanged. */
export async function writePdf(
  { path, width, height, density }: Finished,
  { output }: Finishing,
  context: WorkContext,
): Promise<void> {
  const asked = density ?? USUAL_DENSITY;
  const least = Math.ceil(Math.max(width, height) / LONGEST_PAGE);
  if (asked < least) {
    const message = `A page of a PDF is at most ${LONGEST_PAGE} inches long, so the picture is shown at ${least} dpi.`;
    context.warn('option_adjusted', message, { option: 'dpi' });
  }
  const dots = Math.max(asked, least);
  await context.run({
    name: FINISHER_PROGRAMS.img2pdf.name,
    path: await findProgram(FINISHER_PROGRAMS.img2pdf),
    // Without a date two runs give the same bytes. img2pdf's limit is meant for foreign files: ours has MAX_PIXELS at most.
    args: [
      ...['--engine', 'internal', '--nodate', '--pillow-limit-break'],
      ...['--imgsize', `${dots}dpix${dots}dpi`, '--output', output, '--', path],
    ],
    limits: FINISHER_LIMITS,
  });
}
