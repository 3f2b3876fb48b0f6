import type { WorkContext } from '../../../src/work/context.ts';
import { runMagick } from '../../../tools/imagemagick/magick.ts';
import type { Finished, Finishing } from './finish.ts';
import { FINISHER_LIMITS } from './programs.ts';

/** The ratio of signal to noise that OpenJPEG keeps, dB, whatever the picture. */
const JP2_QUALITY = 38;

/** Bytes as they are: of ImageMagick's packed ones ffmpeg says "Invalid rle char". */
const PSD_OPTIONS = ['-compress', 'None'];

/** PSD and JPEG 2000 by ImageMagick. */
export async function writeByMagick(
  { path, density }: Finished,
  { target, output }: Finishing,
  context: WorkContext,
): Promise<void> {
  const dots = density === null ? [] : ['-units', 'PixelsPerInch', '-density', String(density)];
  const kind = target.name === 'psd' ? PSD_OPTIONS : ['-quality', String(JP2_QUALITY)];
  const args = [`png:${path}`, ...dots, ...kind, `${target.name}:${output}`];
  await runMagick({ args, limits: FINISHER_LIMITS }, context);
}
