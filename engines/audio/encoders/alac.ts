import type { Encoding, EncodingRequest } from '../encoding.ts';
import { lossless } from './lossless.ts';

const SURROUND = ['3.0', '4.0', '5.0', '5.1', '6.1(back)', '7.1(wide)'];

/** ALAC with 16 bits, or 24 for sources that have more. */
export function encodeAlac(request: EncodingRequest): Encoding {
  const wide = request.source.audio.samples.bits > 16;
  const format = wide ? ['-sample_fmt', 's32p', '-bits_per_raw_sample', '24'] : ['-sample_fmt', 's16p'];
  return lossless(request, {
    name: 'ALAC',
    codec: 'alac',
    method: { by: 'ffmpeg', encoder: 'alac', arguments: format },
    surround: SURROUND,
  });
}
