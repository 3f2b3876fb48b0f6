import type { AudioStream } from '../../tools/ffmpeg/source.ts';
import type { Encoding } from './encoding.ts';
import { type SoundForm, type Treatment, treatmentFilters } from './loudness.ts';
import { CURVE_RATE } from './loudness-range.ts';
import { type Cut, cutFilters } from './trim.ts';

/** What ffmpeg takes a sound for whose channels have no names. */
const DEFAULT_LAYOUTS = ['mono', 'stereo', '2.1', '4.0', '5.0', '5.1', '6.1', '7.1'];

/** Samples between which levels are measured and changed: peaks above full scale are still whole in them. */
const FLOAT = 'sample_fmts=fltp';

/**
 * The filters that bring the sound of a source into the form its encoder wants: cut, mixed, resampled. `inFloat`: as floating point,
 * for measuring and gains, because integers would cut off the peaks that mixing, resampling and lossy codecs raise.
 */
export function formFilters(cut: Cut, encoding: Encoding, source: AudioStream, inFloat: boolean): string[] {
  const { remix } = encoding.channels;
  const form = inFloat ? [FLOAT] : [];
  if (encoding.sampleRate !== source.sampleRate) form.push(`sample_rates=${encoding.sampleRate}`);
  if (remix !== null) form.push(`channel_layouts=${remix}`);
  // Mixes of floating-point sound would otherwise come out 3 dB louder than those of integers, and be cut off at the top.
  const mixer = remix === null ? [] : ['aresample=rematrix_maxval=1'];
  return [...cutFilters(cut), ...mixer, ...(form.length === 0 ? [] : [`aformat=${form.join(':')}`])];
}

/** The filters of a treatment that has been decided, at the rate of the encoding. */
export function finalFilters(treatment: Treatment | null, encoding: Encoding, source: AudioStream): string[] {
  return treatment === null ? [] : treatmentFilters(treatment, soundForm(encoding, source));
}

/** Sample rate and channels of the sound that goes into the encoder. */
export function soundForm({ channels, sampleRate }: Encoding, source: AudioStream): SoundForm {
  return { sampleRate, layout: channels.remix ?? source.layout ?? DEFAULT_LAYOUTS[channels.count - 1] ?? 'stereo' };
}

/** One sound on its way through filters. */
export interface GraphRequest {
  /** Index of the stream in the first input. */
  readonly stream: number;
  readonly form: readonly string[];
  /** True where the second input is a gain curve. */
  readonly curve: boolean;
  readonly filters: readonly string[];
  readonly encoding: Encoding;
  readonly source: AudioStream;
}

/** ffmpeg's `-filter_complex` for a sound, its end named `[sound]`; empty where nothing is to be done to it. */
export function filterGraph({ stream, form, curve, filters, encoding, source }: GraphRequest): string {
  const input = `[0:${stream}]`;
  if (!curve) {
    const chain = [...form, ...filters];
    return chain.length === 0 ? '' : `${input}${chain.join(',')}[sound]`;
  }
  const { layout } = soundForm(encoding, source);
  const all = Array.from({ length: encoding.channels.count }, (_, channel) => `c${channel}=c0`).join('|');
  const sound = [...form, `aformat=sample_fmts=fltp:channel_layouts=${layout}`].join(',');
  const gain = [`aresample=${encoding.sampleRate}`, `pan=${layout}|${all}`, 'aformat=sample_fmts=fltp', 'apad'].join(
    ',',
  );
  return `${input}${sound}[even];[1:a]${gain}[gain];[even][gain]${['amultiply', ...filters].join(',')}[sound]`;
}

/** Arguments that open a gain curve as an input. */
export function curveInputArguments(path: string): string[] {
  return ['-protocol_whitelist', 'file', '-f', 'f32le', '-ar', String(CURVE_RATE), '-ac', '1', '-i', `file:${path}`];
}
