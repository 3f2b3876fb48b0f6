import { pluralize } from '../../../src/util/pluralize.ts';
import { limited } from '../../../tools/programs/ffmpeg/issues.ts';
import { withinWindow } from '../bitrate.ts';
import { chooseChannels } from '../channels.ts';
import type { Encoding, EncodingRequest } from '../encoding.ts';
import { chooseSampleRate } from '../sample-rate.ts';

const NAME = 'Opus';
const SAMPLE_RATES = [8000, 12000, 16000, 24000, 48000];
/** Opus always plays at this rate. */
const PLAYED_AT = 48000;
/** Layouts in Vorbis channel order (mapping family 1). libopus refuses all others. */
const SURROUND = ['3.0', 'quad', '5.0', '5.1', '6.1', '7.1'];
const LEAST_KBPS = 6;
const MOST_PER_CHANNEL = 256;
const FRAMES_A_SECOND = 50;
/** Default kbit/s per channel. */
const DEFAULT_PER_CHANNEL = 64;

/**
 * Opus by libopus. A requested bitrate is kept constant: a variable one missed it by up to 40 %. Default: variable around 128 kbit/s
 * stereo, 64 mono.
 */
export function encodeOpus({ options, source }: EncodingRequest): Encoding {
  const rate = chooseSampleRate(options.frequency, source.audio.sampleRate, SAMPLE_RATES, NAME);
  const { channels, warnings } = chooseChannels(options.channels, source.audio, SURROUND, NAME);
  const where = `${NAME} with ${pluralize(channels.count, 'channel')}`;
  const bitrate = withinWindow(options.bitrate, LEAST_KBPS, MOST_PER_CHANNEL * channels.count, where);
  const constant = bitrate.kbps === null ? [] : ['-vbr', 'off'];
  const kbps = bitrate.kbps ?? DEFAULT_PER_CHANNEL * channels.count;
  return {
    method: { by: 'ffmpeg', encoder: 'libopus', arguments: ['-b:a', `${kbps}k`, ...constant] },
    codec: 'opus',
    sampleRate: rate.sampleRate,
    channels,
    nominalBitrate: null,
    unclipped: false,
    exact: false,
    parts: { codec: 'opus', frame: rate.sampleRate / FRAMES_A_SECOND },
    warnings: [...rate.warnings, ...warnings, ...bitrate.warnings, ...bandWarnings(options.frequency, rate.sampleRate)],
  };
}

function bandWarnings(asked: number | null, sampleRate: number) {
  if (asked === null || sampleRate === PLAYED_AT) return [];
  const message =
    `Opus files always play at ${PLAYED_AT} Hz. Option frequency ${asked}: the sound was encoded from ${sampleRate} Hz, ` +
    `which the file notes as its original rate, so it holds nothing above ${sampleRate / 2} Hz.`;
  return [limited(message, { option: 'frequency', value: asked, used: sampleRate })];
}
