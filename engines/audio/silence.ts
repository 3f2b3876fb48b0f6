import type { FfmpegResult } from '../../tools/programs/ffmpeg/ffmpeg.ts';
import { limited } from '../../tools/programs/ffmpeg/issues.ts';
import { cutOutSilence } from '../../tools/programs/ffmpeg/sound/silence.ts';
import { conversionOf, decodeToFile } from './decoded.ts';
import type { Conversion } from './encode.ts';

export interface WithoutSilence {
  /** The conversion of a file without silence. */
  readonly conversion: Conversion;
  /** Result of the run that decoded the source, in seconds at the speed of the result. */
  readonly decoded: FfmpegResult;
}

/**
 * Removes the silence that `remove_silence` asks for, exact to the sample: the kept part is decoded to a file, from which the silence is
 * cut, since no ffmpeg filter does that exactly. Returns null if it is not asked for.
 */
export async function withoutSilence(conversion: Conversion): Promise<WithoutSilence | null> {
  const { options, context } = conversion;
  if (options.removeSilence === null) return null;
  const decoded = await decodeToFile(conversion);
  const { path, form, run } = decoded;
  const { kept, frames } = await cutOutSilence(path, form, options.removeSilence);
  if (kept === 0) {
    const message = 'Option remove_silence: the sound was left as it is, because all of it is silent.';
    const { code, details } = limited(message, { option: 'remove_silence' });
    context.warn(code, message, details);
  }
  const { speed } = options;
  return {
    decoded: { ...run, seconds: run.seconds === null ? null : run.seconds / speed },
    conversion: conversionOf(conversion, decoded, (kept || frames) / form.sampleRate),
  };
}
