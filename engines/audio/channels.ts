import { limited, type Warning } from '../../tools/ffmpeg/issues.ts';
import type { AudioStream } from '../../tools/ffmpeg/source.ts';
import type { ChannelChoice } from './encoding.ts';
import type { AudioOptions } from './options.ts';

/** Layouts with more than two channels that an encoder keeps as they are, smallest first; `any`: all, up to a number of channels. */
export type SurroundLayouts = readonly string[] | { readonly any: number };

export interface ChannelDecision {
  readonly channels: ChannelChoice;
  readonly warnings: readonly Warning[];
}

/** Channels of the layouts that encoders declare. */
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

/**
 * Channels of the result: those asked for, else those of the source. An encoder that cannot keep them gets the same speakers
 * under the name it knows, else the largest smaller layout, else stereo; a warning says so where channels are mixed.
 */
export function chooseChannels(
  asked: AudioOptions['channels'],
  source: AudioStream,
  surround: SurroundLayouts,
  encoder: string,
): ChannelDecision {
  if (asked !== null) return { channels: fixed(asked, source), warnings: [] };
  if (source.channels <= 2) return { channels: { count: source.channels, remix: null }, warnings: [] };
  if (!Array.isArray(surround) && 'any' in surround) {
    if (source.channels <= surround.any) return { channels: { count: source.channels, remix: null }, warnings: [] };
    return mixed('7.1', 8, source, encoder);
  }
  const layouts = surround as readonly string[];
  if (source.layout !== null && layouts.includes(source.layout)) {
    return { channels: { count: source.channels, remix: null }, warnings: [] };
  }
  const same = layouts.find((layout) => COUNTS[layout] === source.channels);
  if (same !== undefined) return { channels: { count: source.channels, remix: same }, warnings: [] };
  const smaller = layouts.findLast((layout) => (COUNTS[layout] ?? 0) < source.channels) ?? 'stereo';
  return mixed(smaller, COUNTS[smaller] ?? 2, source, encoder);
}

/** Mono or stereo whatever the source is. */
function fixed(layout: 'mono' | 'stereo', source: AudioStream): ChannelChoice {
  const count = layout === 'mono' ? 1 : 2;
  return { count, remix: source.channels === count ? null : layout };
}

/** Mixes into one layout, with a warning where the user did not ask for that. */
export function mixed(layout: string, count: number, source: AudioStream, encoder: string): ChannelDecision {
  const message = `${encoder} cannot hold the ${source.channels} channels of the input; they were mixed into ${layout}.`;
  const warnings = [limited(message, { channels: source.channels, used: layout })];
  return { channels: { count, remix: layout }, warnings };
}
