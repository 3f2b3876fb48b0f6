import { mixed } from '../channels.ts';
import type { Encoding, EncodingRequest } from '../encoding.ts';
import { chooseSampleRate } from '../sample-rate.ts';
import { bitrateWarnings } from './lossless.ts';

const NAME = 'MMF';
const SAMPLE_RATES = [4000, 8000, 11025, 22050, 44100];

/** Bytes of a block, with 4 bits a sample. The encoder pads the last block with silence, so the smallest size is best. */
const BLOCK_BYTES = 32;

/** Yamaha ADPCM, 4 bits per sample, mono: players of SMAF ring tones support nothing else. */
export function encodeMmf({ options, source }: EncodingRequest): Encoding {
  const rate = chooseSampleRate(options.frequency, source.audio.sampleRate, SAMPLE_RATES, NAME);
  const mono = source.audio.channels === 1;
  const { channels, warnings } = mono
    ? { channels: { count: 1, remix: null }, warnings: [] }
    : mixed('mono', 1, source.audio, NAME);
  return {
    method: { by: 'ffmpeg', encoder: 'adpcm_yamaha', arguments: ['-block_size', String(BLOCK_BYTES)] },
    codec: 'adpcm_yamaha',
    sampleRate: rate.sampleRate,
    channels,
    nominalBitrate: null,
    unclipped: false,
    exact: false,
    blockSamples: 2 * BLOCK_BYTES,
    warnings: [...rate.warnings, ...warnings, ...bitrateWarnings(options.bitrate, NAME)],
  };
}
