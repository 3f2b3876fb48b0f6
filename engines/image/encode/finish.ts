import { findProgram } from '../../../src/process/programs.ts';
import type { WorkContext } from '../../../src/work/context.ts';
import type { Finisher } from '../targets.ts';
import { writeAvifSequence } from './avif-sequence.ts';
import type { Finished, Finishing } from './finishing.ts';
import { heicArguments } from './heic.ts';
import { jxlArguments } from './jxl.ts';
import { writeByMagick } from './magick.ts';
import { writePdf } from './pdf.ts';
import { FINISHER_LIMITS, FINISHER_PROGRAMS } from './programs.ts';

type Finish = (picture: Finished, finishing: Finishing, context: WorkContext) => Promise<void>;

const byProgram =
  (finisher: Finisher, args: (picture: Finished, finishing: Finishing) => string[]): Finish =>
  async (picture, finishing, context) => {
    const program = FINISHER_PROGRAMS[finisher];
    await context.run({
      name: program.name,
      path: await findProgram(program),
      args: args(picture, finishing),
      limits: FINISHER_LIMITS,
    });
  };

const FINISHERS: Readonly<Record<Finisher, Finish>> = {
  ffmpeg: writeAvifSequence,
  cjxl: byProgram('cjxl', jxlArguments),
  'heif-enc': byProgram('heif-enc', heicArguments),
  img2pdf: writePdf,
  magick: writeByMagick,
};

/**
 * Makes a target that the pixel process cannot write, with a sandboxed program. Throws ConversionError: `program_missing`, and what
 * `context.run` throws.
 */
export async function finishPicture(
  finisher: Finisher,
  picture: Finished,
  finishing: Finishing,
  context: WorkContext,
): Promise<void> {
  await FINISHERS[finisher](picture, finishing, context);
}
