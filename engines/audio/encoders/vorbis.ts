import { pluralize } from '../../../src/util/pluralize.ts';
import { conflict, unsupported } from '../../../tools/programs/ffmpeg/issues.ts';
import { withinWindow } from '../bitrate.ts';
import { chooseChannels } from '../channels.ts';
import type { Encoding, EncodingRequest } from '../encoding.ts';
import type { AudioOptions } from '../read-options.ts';
import { chooseSampleRate } from '../sample-rate.ts';

const NAME = 'Vorbis';
const ANY_RATE = { from: 8000, to: 192000 };
/** Layouts in Vorbis channel order. */
const SURROUND = ['3.0', 'quad', '5.0', '5.1', '6.1', '7.1'];

/** Nominal kbit/s of stereo to libvorbis quality. */
const VBR_QUALITY: Readonly<Record<number, number>> = {
  64: 0,
  80: 1,
  96: 2,
  112: 3,
  128: 4,
  160: 5,
  192: 6,
  224: 7,
  256: 8,
  320: 9,
  500: 10,
};

/** Default quality, about 160 kbit/s stereo. */
const DEFAULT_QUALITY = 5;

interface Window {
  /** Sample rate below which the window applies, Hz. */
  readonly below: number;
  /** Minimum and maximum kbit/s. */
  readonly mono: readonly [number, number];
  readonly stereo: readonly [number, number];
}

/** Bitrates that libvorbis 1.3.7 supports, found by bisection. Above the last rate it only supports quality. */
const WINDOWS: readonly Window[] = [
  { below: 9000, mono: [8, 42], stereo: [12, 84] },
  { below: 15000, mono: [12, 50], stereo: [16, 100] },
  { below: 19000, mono: [16, 100], stereo: [24, 200] },
  { below: 26000, mono: [16, 90], stereo: [30, 180] },
  { below: 40000, mono: [30, 190], stereo: [36, 380] },
  { below: 50000, mono: [32, 240], stereo: [45, 500] },
];
const HIGHEST_RATE_WITH_BITRATE = 48000;

/** Vorbis by libvorbis, by quality (`audio_vbr`, default about 160 kbit/s stereo) or by average bitrate. */
export function encodeVorbis(request: EncodingRequest): Encoding {
  const { options, source } = request;
  if (options.bitrate !== null && options.vbr !== null) {
    throw conflict(['audio_bitrate', 'audio_vbr'], 'choose an average or a variable bitrate');
  }
  const rate = chooseSampleRate(options.frequency, sourceRate(request), ANY_RATE, NAME);
  const { channels, warnings } = chooseChannels(options.channels, source.audio, SURROUND, NAME);
  const quality = chooseQuality(options, rate.sampleRate, channels.count);
  return {
    method: { by: 'ffmpeg', encoder: 'libvorbis', arguments: quality.arguments },
    codec: 'vorbis',
    sampleRate: rate.sampleRate,
    channels,
    nominalBitrate: quality.kbps,
    unclipped: false,
    exact: false,
    warnings: [...rate.warnings, ...warnings, ...quality.warnings],
  };
}

/** Returns the sample rate: one that was not requested gives way to a requested bitrate. */
function sourceRate({ options, source }: EncodingRequest): number {
  const { sampleRate } = source.audio;
  return options.bitrate === null ? sampleRate : Math.min(sampleRate, HIGHEST_RATE_WITH_BITRATE);
}

function chooseQuality(options: AudioOptions, sampleRate: number, channels: number) {
  const { bitrate, vbr } = options;
  if (bitrate === null) {
    const quality = vbr === null ? DEFAULT_QUALITY : (VBR_QUALITY[vbr] ?? DEFAULT_QUALITY);
    return { arguments: ['-q:a', String(quality)], kbps: null, warnings: [] };
  }
  const [least, most] = bitrateWindow(sampleRate, channels) ?? noBitrate(bitrate, sampleRate);
  const where = `${NAME} with ${pluralize(channels, 'channel')} at ${sampleRate} Hz`;
  const { kbps, warnings } = withinWindow(bitrate, least, most, where);
  return { arguments: ['-b:a', `${kbps}k`], kbps, warnings };
}

/** Returns the minimum and maximum kbit/s. Null: only quality is supported. More than two channels are coded separately, like mono. */
export function bitrateWindow(sampleRate: number, channels: number): readonly [number, number] | null {
  const window = WINDOWS.find(({ below }) => sampleRate < below);
  if (window === undefined) return null;
  if (channels === 2) return window.stereo;
  return [window.mono[0] * channels, window.mono[1] * channels];
}

function noBitrate(bitrate: number, sampleRate: number): never {
  const reason = `${NAME} at ${sampleRate} Hz takes a quality only: use audio_vbr, or a frequency of up to ${HIGHEST_RATE_WITH_BITRATE}`;
  throw unsupported({ option: 'audio_bitrate', value: bitrate }, reason, []);
}
