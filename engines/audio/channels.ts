import { limited, type Warning } from '../../tools/programs/ffmpeg/issues.ts';
import type { AudioStream } from '../../tools/programs/ffmpeg/probe/source.ts';
import type { ChannelChoice } from './encoding.ts';
import type { AudioOptions } from './read-options.ts';

/** Layouts with more than two channels that an encoder keeps, smallest first; `any`: all layouts up to a number of channels. */
export type SurroundLayouts = readonly string[] | { readonly any: number };

export interface ChannelDecision {
  readonly channels: ChannelChoice;
  readonly warnings: readonly Warning[];
}

/** Number of channels of the layouts that encoders declare. */
const COUNTS: Readonly<Record<string, number>> = {
  '2.1': 3,
  '3.0': 3,
  '3.0(back)': 3,
  '4.0': 4,
  quad: 4,
  'quad(side)': 4,
  '5.0': 5,
  '5.1': 6,
  '6.1': 7,
  '6.1(back)': 7,
  '7.1': 8,
  '7.1(wide)': 8,
};

/** Layouts that ffmpeg assumes for unnamed channels, by their number. */
export const DEFAULT_LAYOUTS = ['mono', 'stereo', '2.1', '4.0', '5.0', '5.1', '6.1', '7.1'];

/**
 * Chooses the channels of the result: the requested ones, else those of the source. If the encoder cannot keep them, it gets the same
 * speakers under the name it knows, else the largest smaller layout, else stereo; a warning says so if channels are mixed.
 */
export function chooseChannels(
  asked: AudioOptions['channels'],
  source: AudioStream,
  surround: SurroundLayouts,
  encoder: string,
): ChannelDecision {
  if (asked !== null) return { channels: fixed(asked, source), warnings: [] };
  if (source.channels <= 2) return { channels: kept(source), warnings: [] };
  if (!Array.isArray(surround) && 'any' in surround) {
    if (source.channels <= surround.any) return { channels: kept(source), warnings: [] };
    return mixed('7.1', 8, source, encoder);
  }
  const layouts = surround as readonly string[];
  if (source.layout !== null && layouts.includes(source.layout)) return { channels: kept(source), warnings: [] };
  const same = layouts.find((layout) => COUNTS[layout] === source.channels);
  if (same !== undefined) return { channels: { count: source.channels, remix: same }, warnings: [] };
  const smaller = layouts.findLast((layout) => (COUNTS[layout] ?? 0) < source.channels) ?? 'stereo';
  return mixed(smaller, COUNTS[smaller] ?? 2, source, encoder);
}

/** Some decoders (TAK) output unnamed channels, which encoders refuse; for PCM ffmpeg assigns names. */
function kept({ channels, layout, codec }: AudioStream): ChannelChoice {
  const isNamed = layout !== null || codec.startsWith('pcm_');
  return { count: channels, remix: isNamed ? null : (DEFAULT_LAYOUTS[channels - 1] ?? null) };
}

/** Chooses mono or stereo, whatever the source is. */
function fixed(layout: 'mono' | 'stereo', source: AudioStream): ChannelChoice {
  const count = layout === 'mono' ? 1 : 2;
  return source.channels === count ? kept(source) : mixInto(layout, count, source);
}

/** Mixes into one layout, with a warning if the user did not ask for it. */
export function mixed(layout: string, count: number, source: AudioStream, encoder: string): ChannelDecision {
  const channels = isBeyondMixing(source) && count > 2 ? mixInto('stereo', 2, source) : mixInto(layout, count, source);
  const how = channels.mix !== undefined && channels.count === 2 ? ', by turns into its left and right' : '';
  const message = `${encoder} cannot hold the ${source.channels} channels of the input; they were mixed into ${channels.remix}${how}.`;
  return { channels, warnings: [limited(message, { channels: source.channels, used: channels.remix })] };
}

/** ffmpeg mixes layouts of up to eight speakers; it does not know the positions of more channels. */
const isBeyondMixing = ({ channels }: AudioStream): boolean => channels > DEFAULT_LAYOUTS.length;

function mixInto(layout: string, count: number, source: AudioStream): ChannelChoice {
  if (!isBeyondMixing(source)) return { count, remix: layout };
  const sides = Array.from({ length: count }, (_, side) => {
    const own = Array.from({ length: source.channels }, (_, channel) => channel).filter((c) => c % count === side);
    return `c${side}=${own.map((channel) => `${(1 / own.length).toFixed(6)}*c${channel}`).join('+')}`;
  });
  return { count, remix: layout, mix: [`pan=${[layout, ...sides].join('|')}`] };
}
