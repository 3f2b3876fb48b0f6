import type { WorkContext } from '../../../src/work/context.ts';
import { runMagick } from '../../../tools/imagemagick/magick.ts';
import { QUALITY } from '../catalog-writing.ts';
import type { Finished, Finishing } from './finishing.ts';
import { FINISHER_LIMITS } from './programs.ts';
import type { Encoding } from './sharp.ts';

/** The ratio of signal to noise that OpenJPEG keeps, dB, whatever the picture: 38 at the usual quality of 75. */
const decibels = (quality: number): number => Math.round(20 + 0.24 * quality);

/** Without a ratio nothing is lost. */
const jp2Options = ({ lossless, quality }: Encoding): string[] =>
  lossless === true ? [] : ['-quality', String(decibels(quality ?? QUALITY.jp2))];

/** Bytes as they are: of ImageMagick's packed ones ffmpeg says "Invalid rle char". */
const PSD_OPTIONS = ['-compress', 'None'];

/** PSD and JPEG 2000 by ImageMagick. */
export async function writeByMagick(
  { path, density }: Finished,
  { target, output, options }: Finishing,
  context: WorkContext,
): Promise<void> {
  const dots = density === null ? [] : ['-units', 'PixelsPerInch', '-density', String(density)];
  const kind = target.name === 'psd' ? PSD_OPTIONS : jp2Options(options);
  const args = [`png:${path}`, ...dots, ...kind, `${target.name}:${output}`];
  await runMagick({ args, limits: FINISHER_LIMITS }, context);
}
