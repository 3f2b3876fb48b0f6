import { chooseChannels } from '../channels.ts';
import type { Encoder, Encoding, EncodingRequest } from '../encoding.ts';
import { chooseSampleRate } from '../sample-rate.ts';

/** AMR narrowband, as in telephony: 8 kHz, mono, 12.2 kbit/s, its best mode. */
export const encodeAmrNarrow: Encoder = (request) =>
  encode({ codec: 'amr_nb', encoder: 'libopencore_amrnb', name: 'AMR', sampleRate: 8000, bitrate: '12.2k' }, request);

/** AMR wideband: 16 kHz, mono, 23.85 kbit/s, its best mode. */
export const encodeAmrWide: Encoder = (request) =>
  encode({ codec: 'amr_wb', encoder: 'libvo_amrwbenc', name: 'AMR-WB', sampleRate: 16000, bitrate: '23.85k' }, request);

interface Band {
  readonly codec: string;
  readonly encoder: string;
  readonly name: string;
  readonly sampleRate: number;
  readonly bitrate: string;
}

function encode({ codec, encoder, name, ...band }: Band, { options, source }: EncodingRequest): Encoding {
  const rate = chooseSampleRate(options.frequency, source.audio.sampleRate, [band.sampleRate], name);
  const { channels } = chooseChannels('mono', source.audio, [], name);
  return {
    method: { by: 'ffmpeg', encoder, arguments: ['-b:a', band.bitrate] },
    codec,
    sampleRate: rate.sampleRate,
    channels,
    nominalBitrate: null,
    unclipped: false,
    exact: false,
    warnings: rate.warnings,
  };
}
