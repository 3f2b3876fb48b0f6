import { pluralize } from '../../../src/util/pluralize.ts';
import { withinWindow } from '../bitrate.ts';
import { chooseChannels } from '../channels.ts';
import type { EncoderDelay } from '../encoder-delay.ts';
import type { Encoding, EncodingRequest } from '../encoding.ts';
import { chooseSampleRate } from '../sample-rate.ts';

const NAME = 'AAC';
const SAMPLE_RATES = [8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000, 64000, 88200, 96000];
/** Layouts without a program config element, which players do not read. */
const SURROUND = ['2.1', '3.0', '3.0(back)', '4.0', 'quad', 'quad(side)', '5.0', '5.1', '7.1'];

/** Maximum of the standard: 6144 bits per frame of 1024 samples and channel. */
const MOST_BITS_PER_SAMPLE = 6144 / 1024;
const LEAST_KBPS = 6;
/** Default kbit/s per channel, less at low sample rates. */
const DEFAULT_PER_CHANNEL = 80;
const DEFAULT_BITS_PER_SAMPLE = 2.5;

const DELAY: EncoderDelay = { kind: 'skipped', priming: 1024, frame: 1024 };

/** AAC-LC by ffmpeg's own encoder. It only approximates a bitrate, so the result is checked. Default: 160 kbit/s stereo. */
export function encodeAac({ options, source, container }: EncodingRequest): Encoding {
  const name = `${NAME} in ${container.name}`;
  const rate = chooseSampleRate(options.frequency, source.audio.sampleRate, SAMPLE_RATES, NAME);
  const { channels, warnings } = chooseChannels(options.channels, source.audio, SURROUND, name);
  const kilosamples = (rate.sampleRate / 1000) * channels.count;
  const most = Math.floor(MOST_BITS_PER_SAMPLE * kilosamples);
  const where = `${NAME} with ${pluralize(channels.count, 'channel')} at ${rate.sampleRate} Hz`;
  const bitrate = withinWindow(options.bitrate, LEAST_KBPS, most, where);
  const normal = Math.min(DEFAULT_PER_CHANNEL * channels.count, Math.floor(DEFAULT_BITS_PER_SAMPLE * kilosamples));
  // ADTS cannot state what is to be skipped. MPEG-4 states it in milliseconds, unless it counts in samples.
  const isMpeg4 = container.muxer === 'ipod';
  const timing = isMpeg4 ? ['-movie_timescale', String(rate.sampleRate)] : [];
  return {
    method: { by: 'ffmpeg', encoder: 'aac', arguments: ['-b:a', `${bitrate.kbps ?? normal}k`, ...timing] },
    codec: 'aac',
    sampleRate: rate.sampleRate,
    channels,
    nominalBitrate: bitrate.kbps,
    unclipped: false,
    exact: false,
    ...(isMpeg4 && { delay: DELAY }),
    warnings: [...rate.warnings, ...warnings, ...bitrate.warnings],
  };
}
