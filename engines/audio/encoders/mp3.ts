import { adjusted, conflict, type Warning } from '../../../tools/programs/ffmpeg/issues.ts';
import { amongSteps, type BitrateChoice } from '../bitrate.ts';
import { chooseChannels } from '../channels.ts';
import type { Encoding, EncodingRequest } from '../encoding.ts';
import { chooseSampleRate } from '../sample-rate.ts';

const NAME = 'MP3';
const SAMPLE_RATES = [8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000];

/** Bitrates of each part of the MPEG standard, kbit/s; of those of 2.5 LAME uses no more than 64. */
const MPEG_1 = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const MPEG_2 = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const MPEG_2_5 = [8, 16, 24, 32, 40, 48, 56, 64];

/** Average kbit/s to LAME's quality, V9 (lowest) to V0. */
const VBR_QUALITY: Readonly<Record<number, number>> = {
  65: 9,
  85: 8,
  100: 7,
  115: 6,
  130: 5,
  160: 4,
  165: 4,
  175: 3,
  190: 2,
  225: 1,
  245: 0,
};

/** Default kbit/s per channel. */
const DEFAULT_PER_CHANNEL = 96;

/** MP3 by LAME, constant bitrate unless `audio_vbr` asks for a variable one. Default: 192 kbit/s stereo, 96 mono. */
export function encodeMp3({ options, source }: EncodingRequest): Encoding {
  if (options.bitrate !== null && options.vbr !== null) {
    throw conflict(['audio_bitrate', 'audio_vbr'], 'choose a constant or a variable bitrate');
  }
  const rate = chooseSampleRate(options.frequency, source.audio.sampleRate, SAMPLE_RATES, NAME);
  const { channels, warnings } = chooseChannels(options.channels, source.audio, [], NAME);
  const quality = chooseQuality(options, rate.sampleRate, channels.count);
  return {
    method: { by: 'ffmpeg', encoder: 'libmp3lame', arguments: quality.arguments },
    codec: 'mp3',
    sampleRate: rate.sampleRate,
    channels,
    nominalBitrate: null,
    unclipped: false,
    exact: false,
    // At a variable bitrate, two encoders never have the same bit reservoir.
    ...(options.vbr === null && { parts: { codec: 'mp3', frame: rate.sampleRate >= 32000 ? 1152 : 576 } }),
    warnings: [...rate.warnings, ...warnings, ...quality.warnings],
  };
}

/** Returns the bitrates possible at a sample rate, kbit/s. */
export function mp3Bitrates(sampleRate: number): readonly number[] {
  if (sampleRate >= 32000) return MPEG_1;
  return sampleRate >= 16000 ? MPEG_2 : MPEG_2_5;
}

function chooseQuality(
  { bitrate, vbr }: EncodingRequest['options'],
  sampleRate: number,
  channels: number,
): { arguments: string[]; warnings: readonly Warning[] } {
  const steps = mp3Bitrates(sampleRate);
  if (vbr !== null) {
    const quality = VBR_QUALITY[vbr] ?? 4;
    return { arguments: ['-q:a', String(quality)], warnings: vbrWarnings(vbr, steps, sampleRate) };
  }
  const where = `${NAME} at ${sampleRate} Hz`;
  const asked: BitrateChoice = amongSteps(bitrate, steps, where);
  const { kbps } = asked.kbps === null ? amongSteps(DEFAULT_PER_CHANNEL * channels, steps, where) : asked;
  return { arguments: ['-b:a', `${kbps}k`], warnings: asked.warnings };
}

function vbrWarnings(vbr: number, steps: readonly number[], sampleRate: number): Warning[] {
  const most = steps.at(-1) ?? vbr;
  if (vbr <= most) return [];
  return [
    adjusted({ option: 'audio_vbr', value: vbr }, `at most ${most}`, `${NAME} at ${sampleRate} Hz supports no more`),
  ];
}
