import type { SourceFacts } from '../../tools/programs/ffmpeg/probe/source.ts';

/**
 * Silence added before a sound because its encoder works in whole frames. `skipped`: the file tells players to skip it together with the
 * `priming` samples of the encoder; it fills up the last frame, so that sound and frames end together, since a file can tell ffmpeg's
 * decoders only where a sound begins within a frame, not where it ends. `dropped`: decoders drop the first samples, whatever they are.
 */
export type EncoderDelay =
  | { readonly kind: 'skipped'; readonly priming: number; readonly frame: number }
  | { readonly kind: 'dropped'; readonly samples: number };

/** Returns filters that add an encoder's delay. `samples`: number of samples that go into the encoder; only `skipped` needs it. */
export function encoderDelayFilters(delay: EncoderDelay, samples: number): string[] {
  if (delay.kind === 'dropped') return [silence(delay.samples)];
  const beyond = (delay.priming + samples) % delay.frame;
  const lacking = beyond === 0 ? 0 : delay.frame - beyond;
  // Sound begins at 0: ffmpeg marks what lies before it as to be skipped.
  return lacking === 0 ? [] : [silence(lacking), `asetpts=round(PTS-${lacking}/SR/TB)`];
}

const silence = (samples: number): string => `adelay=delays=${samples}S:all=1`;

/** Files whose header counts the samples; for others they are counted by decoding. */
const COUNTED = new Set(['aiff', 'flac', 'tta', 'w64', 'wav', 'wv']);
const LOSSLESS = /^(pcm_.*|flac|wavpack|tta)$/;

/** Whether the number of samples follows from a source's length: its file counts them, and they are not resampled. */
export function countsSamples({ formats, audio }: SourceFacts, sampleRate: number): boolean {
  const isCounted = formats.some((format) => COUNTED.has(format)) && LOSSLESS.test(audio.codec);
  return isCounted && audio.length.exact && audio.sampleRate === sampleRate;
}
