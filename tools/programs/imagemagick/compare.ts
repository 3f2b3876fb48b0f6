import { findProgram, type ProgramPlaces } from '../../../src/process/programs.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import type { WorkContext } from '../../../src/work/context.ts';
import { runMagick } from './magick.ts';

/** ImageMagick's program for comparing two pictures, of versions 6 and 7. */
export const COMPARE: ProgramPlaces = {
  name: 'ImageMagick compare',
  candidates: ['/usr/bin/compare-im6.q16', '/usr/bin/compare-im7.q16'],
  package: 'imagemagick',
};

/** A metric, by ImageMagick's name. */
export type Metric = 'AE' | 'MAE' | 'MSE' | 'NCC' | 'PAE' | 'PHASH' | 'PSNR' | 'RMSE';

export interface Comparison {
  /** Two PNGs of the same size without transparency, which some metrics ignore. */
  readonly pictures: readonly [string, string];
  readonly metric: Metric;
  /** Difference in colour that is ignored, percent. Used by AE, and for the marks in `output`. */
  readonly fuzz: number;
  /** Colour of different pixels in `output`, as `#rrggbb` or an X11 name. */
  readonly color: string;
  /** PNG to write: the first picture, faded, with differences in `color`. */
  readonly output: string;
}

/** Exit codes of `compare` for equal and different pictures. */
const ANSWERED = [0, 1];

/** Matches `7377.57 (0.112574)`, `500`, `1.5e+06`, `inf`. */
const FIGURE = /^\s*(inf|[\d.]+(?:e[+-]?\d+)?)(?:\s*\(([\d.]+(?:e[+-]?\d+)?|inf)\))?\s*$/m;

/**
 * Measures how two pictures differ, and shows where. Colour errors (MAE, MSE, PAE, RMSE) are shares of the largest possible error; PSNR is
 * in dB, Infinity for equal pictures. Throws ConversionError as running a program does.
 */
export async function comparePictures(
  { pictures: [one, other], metric, fuzz, color, output }: Comparison,
  context: WorkContext,
): Promise<number> {
  const settings = ['-precision', '15', '-metric', metric, '-fuzz', `${fuzz}%`, '-highlight-color', color];
  const { stderr } = await runMagick(
    { args: [...settings, `png:${one}`, `png:${other}`, `png:${output}`], acceptExitCodes: ANSWERED },
    context,
    await findProgram(COMPARE),
  );
  const [, figure, share] = FIGURE.exec(stderr) ?? [];
  if (figure === undefined) {
    throw new ConversionError('conversion_failed', 'The pictures could not be compared.', { log: stderr.slice(-4000) });
  }
  const isShare = metric !== 'AE' && metric !== 'NCC' && metric !== 'PHASH' && metric !== 'PSNR';
  const text = isShare ? (share ?? figure) : figure;
  return text === 'inf' ? Number.POSITIVE_INFINITY : Number(text);
}

/** Draws two PNGs side by side, on white where one is smaller. */
export async function sideBySide(left: string, right: string, output: string, context: WorkContext): Promise<void> {
  const args = ['-background', 'white', `png:${left}`, `png:${right}`, '+append', `png:${output}`];
  await runMagick({ args }, context);
}

/** Draws a PNG over white, without transparency. */
export async function overWhite(png: string, output: string, context: WorkContext): Promise<void> {
  const args = [`png:${png}`, '-background', 'white', '-alpha', 'remove', '-alpha', 'off', `png:${output}`];
  await runMagick({ args }, context);
}
