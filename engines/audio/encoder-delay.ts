import type { SourceFacts } from '../../tools/ffmpeg/source.ts';

/**
 * Silence that goes before a sound because its encoder works in whole frames. `skipped`: the file says that players are to skip it,
 * together with the `priming` samples of the encoder; it is as long as the last frame lacks, so that sound and frames end together. A
 * file cannot tell ffmpeg's decoders where a sound ends within a frame, only where it begins. `dropped`: decoders drop the first
 * samples, whatever is in them.
 */
export type EncoderDelay =
  | { readonly kind: 'skipped'; readonly priming: number; readonly frame: number }
  | { readonly kind: 'dropped'; readonly samples: number };

/** The filters that put the delay of an encoder before a sound. `samples`: those of the sound as it goes into the encoder; only `skipped` needs them. */
export function encoderDelayFilters(delay: EncoderDelay, samples: number): string[] {
  if (delay.kind === 'dropped') return [silence(delay.samples)];
  const beyond = (delay.priming + samples) % delay.frame;
  const lacking = beyond === 0 ? 0 : delay.frame - beyond;
  // Sound begins at 0: what lies before is what ffmpeg has players skip.
  return lacking === 0 ? [] : [silence(lacking), `asetpts=round(PTS-${lacking}/SR/TB)`];
}

const silence = (samples: number): string => `adelay=delays=${samples}S:all=1`;

/** Files whose header counts the samples; those of others are counted by decoding them. */
const COUNTED = new Set(['aiff', 'flac', 'tta', 'w64', 'wav', 'wv']);
const LOSSLESS = /^(pcm_.*|flac|wavpack|tta)$/;

/** Whether the number of samples follows from a source's length: its file counts them, and they are not resampled. */
export function countsSamples({ formats, audio }: SourceFacts, sampleRate: number): boolean {
  const isCounted = formats.some((format) => COUNTED.has(format)) && LOSSLESS.test(audio.codec);
  return isCounted && audio.length.exact && audio.sampleRate === sampleRate;
}
