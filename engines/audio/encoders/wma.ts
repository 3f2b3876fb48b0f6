import { withinWindow } from '../bitrate.ts';
import { chooseChannels } from '../channels.ts';
import type { Encoder, Encoding, EncodingRequest } from '../encoding.ts';
import { chooseSampleRate } from '../sample-rate.ts';

const NAME = 'WMA';
const ANY_RATE = { from: 1000, to: 48000 };
/** Minimum that ffmpeg's encoders accept. */
const LEAST_KBPS = 24;
const MOST_KBPS = 320;
/** Default kbit/s per channel, less at low sample rates. */
const DEFAULT_PER_CHANNEL = 96;
const DEFAULT_BITS_PER_SAMPLE = 3;

/** Windows Media Audio 1. */
export const encodeWma1: Encoder = (request) => encode('wmav1', request);

/** Windows Media Audio 2. Default: 192 kbit/s stereo. */
export const encodeWma2: Encoder = (request) => encode('wmav2', request);

function encode(codec: 'wmav1' | 'wmav2', { options, source }: EncodingRequest): Encoding {
  const rate = chooseSampleRate(options.frequency, source.audio.sampleRate, ANY_RATE, NAME);
  const { channels, warnings } = chooseChannels(options.channels, source.audio, [], NAME);
  const bitrate = withinWindow(options.bitrate, LEAST_KBPS, MOST_KBPS, NAME);
  const normal = Math.floor(Math.min(DEFAULT_PER_CHANNEL, (rate.sampleRate / 1000) * DEFAULT_BITS_PER_SAMPLE));
  const kbps = bitrate.kbps ?? Math.max(LEAST_KBPS, normal * channels.count);
  const packet = packetSize(codec, kbps, rate.sampleRate);
  return {
    method: { by: 'ffmpeg', encoder: codec, arguments: ['-b:a', `${kbps}k`, '-packet_size', String(packet)] },
    codec,
    sampleRate: rate.sampleRate,
    channels,
    nominalBitrate: null,
    unclipped: false,
    exact: false,
    // Decoders output a frame only with the next one, and never the first one of a file.
    delay: { kind: 'dropped', samples: frameSamples(codec, rate.sampleRate) },
    warnings: [...rate.warnings, ...warnings, ...bitrate.warnings],
  };
}

const SMALLEST_PACKET = 3200;
const LARGEST_PACKET = 32000;
const FRAMES_IN_A_PACKET = 24;

/**
 * Returns the bytes of an ASF packet. Packets have a fixed size and hold whole frames, so that small ones waste a part of each (192 kbit/s
 * took 276 with the default of 3200 bytes, 205 with 32000), and large ones a part of the last.
 */
function packetSize(codec: 'wmav1' | 'wmav2', kbps: number, sampleRate: number): number {
  const frameBytes = (kbps * 1000 * frameSamples(codec, sampleRate)) / sampleRate / 8;
  return Math.min(Math.max(Math.ceil(frameBytes * FRAMES_IN_A_PACKET), SMALLEST_PACKET), LARGEST_PACKET);
}

/** Returns the samples of a WMA frame, computed like its decoder does. */
function frameSamples(codec: 'wmav1' | 'wmav2', sampleRate: number): number {
  if (sampleRate <= 16000) return 512;
  if (sampleRate <= 22050 || (sampleRate <= 32000 && codec === 'wmav1')) return 1024;
  return 2048;
}
