import { join } from 'node:path';
import { type FfmpegResult, runFfmpeg } from '../../tools/ffmpeg/ffmpeg.ts';
import { limited } from '../../tools/ffmpeg/issues.ts';
import { cutOutSilence, type SampleForm } from '../../tools/ffmpeg/silence.ts';
import type { AudioStream } from '../../tools/ffmpeg/source.ts';
import { samplesArguments } from './commands.ts';
import type { Conversion } from './encode.ts';
import { filterOf } from './graph.ts';
import { cutFilters } from './trim.ts';

/** Floating point of 32 bits holds integers of up to so many. */
const BITS_OF_FLOAT = 24;

export interface WithoutSilence {
  /** With a file without silence as its sound. */
  readonly conversion: Conversion;
  /** The run that decoded the source, its seconds at the speed of the result. */
  readonly decoded: FfmpegResult;
}

/**
 * Leaves out the silence that `remove_silence` asks for, sample by sample: the part that is kept is decoded into a file, and the silence cut
 * out of it, as no filter of ffmpeg does that exactly. Null where it is not asked for.
 */
export async function withoutSilence(conversion: Conversion): Promise<WithoutSilence | null> {
  const { options, source, cut, opening, context, input, ffmpeg } = conversion;
  if (options.removeSilence === null) return null;
  const form = formOf(source.audio);
  const path = join(context.workFolder, 'sounding.w64');
  const graph = filterOf(source.audio.index, cut.start === 0 && cut.end === null ? ['anull'] : cutFilters(cut));
  const runs = { ffmpeg, context, filename: input.filename };
  const decoded = await runFfmpeg(runs, samplesArguments(opening, graph, form.bits, path));
  const { kept, frames } = await cutOutSilence(path, form, options.removeSilence);
  if (kept === 0) {
    const message = 'Option remove_silence: the sound was left as it is, because all of it is silent.';
    const { code, details } = limited(message, { option: 'remove_silence' });
    context.warn(code, message, details);
  }
  const seconds = (kept || frames) / form.sampleRate;
  const length = { seconds, exact: true };
  const audio = { ...source.audio, index: 0, codec: `pcm_f${form.bits}le`, length };
  const { speed, trimSilence } = options;
  return {
    decoded: { ...decoded, seconds: decoded.seconds === null ? null : decoded.seconds / speed },
    conversion: {
      ...conversion,
      source: { ...source, formats: ['w64'], audio },
      cut: {
        ...cut,
        start: 0,
        end: null,
        openAt: 0,
        length: { seconds: seconds / speed, exact: !trimSilence },
      },
      opening: { path, openAt: 0, decoder: [], demuxer: 'w64' },
    },
  };
}

function formOf({ channels, sampleRate, samples }: AudioStream): SampleForm {
  return {
    channels,
    sampleRate,
    bits: samples.bits > BITS_OF_FLOAT && !(samples.float && samples.bits === 32) ? 64 : 32,
  };
}
