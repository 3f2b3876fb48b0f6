import { noEffect, type Warning } from '../../../tools/programs/ffmpeg/issues.ts';
import { chooseChannels, type SurroundLayouts } from '../channels.ts';
import type { Encoding, EncodingRequest } from '../encoding.ts';
import { chooseSampleRate, type SampleRates } from '../sample-rate.ts';

/** Sample rates that WAV, AIFF, FLAC and ALAC store. */
const ANY_RATE: SampleRates = { from: 1, to: 655350 };

export interface LosslessChoice {
  readonly name: string;
  readonly codec: string;
  readonly method: Encoding['method'];
  readonly surround: SurroundLayouts;
  readonly unclipped?: boolean;
  /** False: samples are so coarse that the loudness of quiet sound changes. */
  readonly exact?: boolean;
  readonly warnings?: readonly Warning[];
}

/** Returns what all lossless encoders share: they ignore a bitrate. */
export function lossless({ options, source }: EncodingRequest, choice: LosslessChoice): Encoding {
  const rate = chooseSampleRate(options.frequency, source.audio.sampleRate, ANY_RATE, choice.name);
  const { channels, warnings } = chooseChannels(options.channels, source.audio, choice.surround, choice.name);
  return {
    method: choice.method,
    codec: choice.codec,
    sampleRate: rate.sampleRate,
    channels,
    nominalBitrate: null,
    unclipped: choice.unclipped ?? false,
    exact: choice.exact ?? true,
    warnings: [
      ...rate.warnings,
      ...warnings,
      ...(choice.warnings ?? []),
      ...bitrateWarnings(options.bitrate, choice.name),
    ],
  };
}

/** Warns that `audio_bitrate` has no effect because the samples alone determine the size. */
export function bitrateWarnings(bitrate: number | null, name: string): Warning[] {
  return bitrate === null ? [] : [noEffect('audio_bitrate', `${name} has no bitrate to choose`)];
}
