import { amongSteps } from '../bitrate.ts';
import { chooseChannels } from '../channels.ts';
import type { Encoder, Encoding, EncodingRequest } from '../encoding.ts';
import { chooseSampleRate } from '../sample-rate.ts';

const SAMPLE_RATES = [32000, 44100, 48000];
const SURROUND = ['2.1', '3.0', '3.0(back)', '4.0', 'quad', 'quad(side)', '5.0', '5.0(side)', '5.1', '5.1(side)'];

/** Bitrates of the standard (ATSC A/52, table 5.18), kbit/s. E-AC-3 allows others, which few players expect. */
const BITRATES = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640];

/** Default kbit/s per channel, as films use. */
const AC3_PER_CHANNEL = 96;
const EAC3_PER_CHANNEL = 64;

/** Dolby Digital. Default: 192 kbit/s stereo, 576 for 5.1. */
export const encodeAc3: Encoder = (request) => encode('ac3', 'AC-3', AC3_PER_CHANNEL, request);

/** Dolby Digital Plus. Default: 128 kbit/s stereo, 384 for 5.1. */
export const encodeEac3: Encoder = (request) => encode('eac3', 'E-AC-3', EAC3_PER_CHANNEL, request);

function encode(
  codec: 'ac3' | 'eac3',
  name: string,
  perChannel: number,
  { options, source }: EncodingRequest,
): Encoding {
  const rate = chooseSampleRate(options.frequency, source.audio.sampleRate, SAMPLE_RATES, name);
  const { channels, warnings } = chooseChannels(options.channels, source.audio, SURROUND, name);
  const asked = amongSteps(options.bitrate, BITRATES, name);
  const kbps = asked.kbps ?? amongSteps(perChannel * channels.count, BITRATES, name).kbps;
  return {
    method: { by: 'ffmpeg', encoder: codec, arguments: ['-b:a', `${kbps}k`] },
    codec,
    sampleRate: rate.sampleRate,
    channels,
    nominalBitrate: null,
    unclipped: false,
    exact: false,
    warnings: [...rate.warnings, ...warnings, ...asked.warnings],
  };
}
