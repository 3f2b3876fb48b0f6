import { pluralize } from '../../../src/util/pluralize.ts';
import { unsupported } from '../../../tools/programs/ffmpeg/issues.ts';
import { withinWindow } from '../bitrate.ts';
import { chooseChannels, mixed } from '../channels.ts';
import type { Encoder, Encoding, EncodingRequest } from '../encoding.ts';
import { chooseSampleRate } from '../sample-rate.ts';

const SAMPLE_RATES = [16000, 22050, 24000, 32000, 44100, 48000, 64000, 88200, 96000];

interface Version {
  readonly name: string;
  /** MPEG-4 audio object type, as fdkaac's -p expects it. */
  readonly profile: number;
  /** Channels that are coded: version 2 codes one and describes the other. */
  readonly coded: (channels: number) => number;
  /** Default bitrate per channel of the result, kbit/s. */
  readonly defaultPerChannel: number;
}

const VERSION_1: Version = { name: 'HE-AAC', profile: 5, coded: (channels) => channels, defaultPerChannel: 32 };
const VERSION_2: Version = { name: 'HE-AAC v2', profile: 29, coded: () => 1, defaultPerChannel: 16 };

/** HE-AAC by fdkaac. Default: 64 kbit/s stereo, 32 mono. */
export const encodeHeAac1: Encoder = (request) => encode(VERSION_1, request);

/** HE-AAC v2 by fdkaac, always stereo: version 2 adds the second channel. Default: 32 kbit/s. */
export const encodeHeAac2: Encoder = (request) => encode(VERSION_2, request);

function encode(version: Version, { options, source }: EncodingRequest): Encoding {
  const rate = chooseSampleRate(options.frequency, source.audio.sampleRate, SAMPLE_RATES, version.name);
  const { channels, warnings } = chooseHeChannels(version, { options, source });
  const { least, most } = bitrateWindow(version, rate.sampleRate, channels.count);
  const where = `${version.name} with ${pluralize(channels.count, 'channel')} at ${rate.sampleRate} Hz`;
  const bitrate = withinWindow(options.bitrate, least, most, where);
  const normal = Math.min(Math.max(version.defaultPerChannel * channels.count, least), most);
  return {
    method: {
      by: 'fdkaac',
      pcm: 'pcm_s16le',
      profile: version.profile,
      bitsPerSecond: (bitrate.kbps ?? normal) * 1000,
    },
    codec: 'aac',
    sampleRate: rate.sampleRate,
    channels,
    nominalBitrate: bitrate.kbps,
    unclipped: false,
    exact: false,
    warnings: [...rate.warnings, ...warnings, ...bitrate.warnings],
  };
}

function chooseHeChannels(version: Version, { options, source }: Pick<EncodingRequest, 'options' | 'source'>) {
  if (version === VERSION_1) return chooseChannels(options.channels, source.audio, [], version.name);
  if (options.channels === 'mono') {
    throw unsupported({ option: 'channels', value: 'mono' }, 'HE-AAC v2 needs two channels', ['stereo']);
  }
  const stereo = chooseChannels('stereo', source.audio, [], version.name);
  const unasked = options.channels === null && source.audio.channels !== 2;
  return unasked ? mixed('stereo', 2, source.audio, version.name) : stereo;
}

/**
 * Returns the bitrates that fdkaac really produces, kbit/s: at most 6144 bits per frame of the halved sample rate and coded channel. Below
 * 10 kbit/s it silently uses that maximum instead, so nothing below the minimum is ever passed on. The minimum was measured (fdkaac 1.0.0,
 * libfdk-aac 2.0.2).
 */
export function bitrateWindow(version: { coded(channels: number): number }, sampleRate: number, channels: number) {
  const coded = version.coded(channels);
  const most = Math.floor((sampleRate / 1000) * 3 * coded);
  return { least: leastBitrate(sampleRate, coded), most };
}

function leastBitrate(sampleRate: number, coded: number): number {
  if (sampleRate > 88200) return coded === 1 ? 35 : 41;
  if (sampleRate > 48000) return coded === 1 ? 26 : 36;
  return coded === 1 ? 12 : 16;
}
