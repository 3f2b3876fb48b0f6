import { findProgram, type ProgramPlaces } from '../../src/process/programs.ts';
import { ConversionError } from '../../src/task/errors.ts';
import type { WorkContext } from '../../src/work/context.ts';
import { runMagick } from './magick.ts';

/** ImageMagick's program for two pictures, of 6 and 7. */
export const COMPARE: ProgramPlaces = {
  name: 'ImageMagick compare',
  candidates: ['/usr/bin/compare-im6.q16', '/usr/bin/compare-im7.q16'],
  package: 'imagemagick',
};

/** A measure of difference that it knows, by its name there. */
export type Metric = 'AE' | 'MAE' | 'MSE' | 'PAE' | 'PHASH' | 'PSNR' | 'RMSE';

export interface Comparison {
  /** Two PNGs of the same size without transparency, in which not all metrics look. */
  readonly pictures: readonly [string, string];
  readonly metric: Metric;
  /** Percent of difference in colour that counts as none. Respected by AE, and by what is marked in `output`. */
  readonly fuzz: number;
  /** What different pixels get in `output`, as `#rrggbb` or a name of X11. */
  readonly color: string;
  /** PNG to write: the first picture, faded, and what differs in `color`. */
  readonly output: string;
}

/** Answers of `compare`: alike, and different. */
const ANSWERED = [0, 1];

/** `7377.57 (0.112574)`, `500`, `1.5e+06`, `inf`. */
const FIGURE = /^\s*(inf|[\d.]+(?:e[+-]?\d+)?)(?:\s*\(([\d.]+(?:e[+-]?\d+)?|inf)\))?\s*$/m;

/**
 * Measures how two pictures differ, and shows where. Errors of colours (MAE, MSE, PAE, RMSE) are given as a share of the largest
 * possible one, PSNR in dB, Infinity for pictures that are alike. Throws ConversionError as running a program does.
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
  const isShare = metric !== 'AE' && metric !== 'PHASH' && metric !== 'PSNR';
  const text = isShare ? (share ?? figure) : figure;
  return text === 'inf' ? Number.POSITIVE_INFINITY : Number(text);
}

/** A PNG over white paper, without transparency. */
export async function overWhite(png: string, output: string, context: WorkContext): Promise<void> {
  const args = [`png:${png}`, '-background', 'white', '-alpha', 'remove', '-alpha', 'off', `png:${output}`];
  await runMagick({ args }, context);
}
