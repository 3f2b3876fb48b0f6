import type { WorkContext } from '../../../src/work/context.ts';
import { runMagick } from '../../../tools/programs/imagemagick/magick.ts';
import { QUALITY } from '../catalog-writing.ts';
import type { Finished, Finishing } from './finishing.ts';
import { FINISHER_LIMITS } from './programs.ts';
import type { Encoding } from './sharp.ts';

/** Returns the signal-to-noise ratio that OpenJPEG keeps for any picture, dB: 38 at the default quality of 75. */
const decibels = (quality: number): number => Math.round(20 + 0.24 * quality);

/** Without a ratio it is lossless. */
const jp2Options = ({ lossless, quality }: Encoding): string[] =>
  lossless === true ? [] : ['-quality', String(decibels(quality ?? QUALITY.jp2))];

/** Uncompressed: ffmpeg reports "Invalid rle char" for ImageMagick's compressed files. */
const PSD_OPTIONS = ['-compress', 'None'];

/** Values are linear light (OpenEXR, Technical Introduction). */
const EXR_OPTIONS = ['-colorspace', 'RGB', '-compress', 'Zip'];

/** Writes EXR, PSD and JPEG 2000 with ImageMagick. */
export async function writeByMagick(
  { path, density }: Finished,
  { target, output, options }: Finishing,
  context: WorkContext,
): Promise<void> {
  const dots = density === null ? [] : ['-units', 'PixelsPerInch', '-density', String(density)];
  const kind = target.name === 'exr' ? EXR_OPTIONS : target.name === 'psd' ? PSD_OPTIONS : jp2Options(options);
  const args = [`png:${path}`, ...dots, ...kind, `${target.name}:${output}`];
  await runMagick({ args, limits: FINISHER_LIMITS }, context);
}
