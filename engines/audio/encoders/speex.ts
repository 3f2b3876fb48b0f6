import { adjusted } from '../../../tools/programs/ffmpeg/issues.ts';
import { nearestStep } from '../bitrate.ts';
import { chooseChannels } from '../channels.ts';
import type { Encoding, EncodingRequest } from '../encoding.ts';
import { chooseSampleRate } from '../sample-rate.ts';

const NAME = 'Speex';
const SAMPLE_RATES = [8000, 16000, 32000];

/** The only bitrates of Speex, those of its modes at each sample rate, bit/s. */
const MODES: Readonly<Record<number, readonly number[]>> = {
  8000: [2150, 3950, 5950, 8000, 11000, 15000, 18200, 24600],
  16000: [3950, 5750, 7750, 9800, 12800, 16800, 20600, 23800, 27800, 34200, 42200],
  32000: [4150, 7550, 9600, 11600, 14600, 18600, 22400, 25600, 29600, 36000, 44000],
};

/** Bits per second that describe the second channel. */
const STEREO_COST = 800;
/** libspeex uses the highest mode below the given bitrate: this puts the bitrate safely above the intended mode. */
const MARGIN = 150;
/** A mode that is this close to the requested bitrate counts as equal. */
const TOLERANCE = 0.05;

/** Speex by libspeex. Default: its quality 8 of 10, about 15 to 30 kbit/s by sample rate. */
export function encodeSpeex({ options, source }: EncodingRequest): Encoding {
  const rate = chooseSampleRate(options.frequency, source.audio.sampleRate, SAMPLE_RATES, NAME);
  const { channels, warnings } = chooseChannels(options.channels, source.audio, [], NAME);
  const bitrate = chooseMode(options.bitrate, rate.sampleRate, channels.count);
  return {
    method: { by: 'ffmpeg', encoder: 'libspeex', arguments: bitrate.arguments },
    codec: 'speex',
    sampleRate: rate.sampleRate,
    channels,
    nominalBitrate: null,
    unclipped: false,
    exact: false,
    warnings: [...rate.warnings, ...warnings, ...bitrate.warnings],
  };
}

function chooseMode(asked: number | null, sampleRate: number, channels: number) {
  if (asked === null) return { arguments: [], warnings: [] };
  const extra = channels === 2 ? STEREO_COST : 0;
  const modes = MODES[sampleRate] ?? [];
  const mode = nearestStep(asked * 1000 - extra, modes);
  const used = Math.round((mode + extra) / 100) / 10;
  const near = Math.abs(used - asked) <= asked * TOLERANCE;
  const steps = modes.map((step) => Math.round((step + extra) / 100) / 10).join(', ');
  const reason = `Speex at ${sampleRate} Hz has ${steps} kbit/s only`;
  return {
    arguments: ['-b:a', String(mode + MARGIN)],
    warnings: near ? [] : [adjusted({ option: 'audio_bitrate', value: asked }, used, reason)],
  };
}
