import type { WorkContext } from '../../../src/work/context.ts';
import { popplerProgram } from '../../programs/poppler/programs.ts';

/** pdftohtml writes a file each time a picture is drawn, so a few bytes of PDF can fill a disk. */
const MAX_PICTURES = 5000;
const MAX_PIXELS = 2e9;

class TooMany extends Error {}

/** Whether all pictures of a PDF may be written out: pdfimages lists them without decoding any. */
export async function picturesFit(path: string, context: WorkContext): Promise<boolean> {
  let pictures = 0;
  let pixels = 0;
  const onStdout = (line: string): void => {
    // page num type width height …
    const [, width, height] = /^\s*\d+\s+\d+\s+\w+\s+(\d+)\s+(\d+)\s/.exec(line) ?? [];
    if (width === undefined || height === undefined) return;
    pictures += 1;
    pixels += Number(width) * Number(height);
    if (pictures > MAX_PICTURES || pixels > MAX_PIXELS) throw new TooMany();
  };
  try {
    await context.run({
      ...(await popplerProgram('pdfimages')),
      args: ['-list', path],
      onStdout,
      acceptExitCodes: 'any',
    });
    return true;
  } catch (error) {
    if (error instanceof TooMany) return false;
    throw error;
  }
}
