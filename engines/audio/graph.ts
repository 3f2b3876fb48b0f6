import type { AudioStream } from '../../tools/programs/ffmpeg/probe/source.ts';
import { type SoundForm, type Treatment, treatmentFilters } from '../../tools/programs/ffmpeg/sound/loudness.ts';
import { CURVE_RATE } from '../../tools/programs/ffmpeg/sound/loudness-range.ts';
import { DEFAULT_LAYOUTS } from './channels.ts';
import type { Encoding } from './encoding.ts';
import { type Cut, cutFilters } from './trim.ts';

/** Sample format for measuring and changing levels: it preserves peaks above full scale. */
const FLOAT = 'sample_fmts=fltp';

export interface FormRequest {
  readonly cut: Cut;
  /** Filters of the options that change the sound. */
  readonly effects: readonly string[];
  readonly encoding: Encoding;
  readonly source: AudioStream;
  /** Whether samples are floating point, for measuring and gains: integers clip peaks that mixing, resampling and lossy codecs raise. */
  readonly inFloat: boolean;
}

/** Returns the filters that bring the sound of a source into the form of its encoder: cut, changed, mixed, resampled. */
export function formFilters({ cut, effects, encoding, source, inFloat }: FormRequest): string[] {
  const { remix, mix } = encoding.channels;
  const form = inFloat ? [FLOAT] : [];
  if (encoding.sampleRate !== source.sampleRate) form.push(`sample_rates=${encoding.sampleRate}`);
  if (remix !== null) form.push(`channel_layouts=${remix}`);
  // Otherwise mixes of floating-point sound would be 3 dB louder than those of integers, and clip.
  const mixer = mix ?? (remix === null ? [] : ['aresample=rematrix_maxval=1']);
  return [...cutFilters(cut), ...effects, ...mixer, ...(form.length === 0 ? [] : [`aformat=${form.join(':')}`])];
}

/** Returns the filters of a treatment, at the rate of the encoding. */
export function finalFilters(treatment: Treatment | null, encoding: Encoding, source: AudioStream): string[] {
  return treatment === null ? [] : treatmentFilters(treatment, soundForm(encoding, source));
}

/** Returns the sample rate and channels of the encoder's input. */
export function soundForm({ channels, sampleRate }: Encoding, source: AudioStream): SoundForm {
  return { sampleRate, layout: channels.remix ?? source.layout ?? DEFAULT_LAYOUTS[channels.count - 1] ?? 'stereo' };
}

/** One sound on its way through filters. */
export interface GraphRequest {
  /** Index of the stream in the first input. */
  readonly stream: number;
  readonly form: readonly string[];
  /** Whether the second input is a gain curve. */
  readonly curve: boolean;
  readonly filters: readonly string[];
  readonly encoding: Encoding;
  readonly source: AudioStream;
}

/** Returns ffmpeg's `-filter_complex` for a chain of filters; `stream` is the index of the sound in the first input. */
export const filterOf = (stream: number, filters: readonly string[]): string =>
  `[0:${stream}]${filters.join(',')}[sound]`;

/** Returns ffmpeg's `-filter_complex` for a sound, with the output `[sound]`; empty if nothing is done to it. */
export function filterGraph({ stream, form, curve, filters, encoding, source }: GraphRequest): string {
  const input = `[0:${stream}]`;
  if (!curve) {
    const chain = [...form, ...filters];
    return chain.length === 0 ? '' : filterOf(stream, chain);
  }
  const { layout } = soundForm(encoding, source);
  const all = Array.from({ length: encoding.channels.count }, (_, channel) => `c${channel}=c0`).join('|');
  const sound = [...form, `aformat=sample_fmts=fltp:channel_layouts=${layout}`].join(',');
  const gain = [`aresample=${encoding.sampleRate}`, `pan=${layout}|${all}`, 'aformat=sample_fmts=fltp', 'apad'].join(
    ',',
  );
  return `${input}${sound}[even];[1:a]${gain}[gain];[even][gain]${['amultiply', ...filters].join(',')}[sound]`;
}

/** Returns arguments that open a gain curve as an input. */
export function curveInputArguments(path: string): string[] {
  return ['-protocol_whitelist', 'file', '-f', 'f32le', '-ar', String(CURVE_RATE), '-ac', '1', '-i', `file:${path}`];
}
