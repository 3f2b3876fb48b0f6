import type { Encoding, EncodingRequest } from '../encoding.ts';
import { lossless } from './lossless.ts';

const FFMPEG = { by: 'ffmpeg', encoder: 'flac' } as const;

/** Layouts in Vorbis channel order, which Ogg FLAC must use. */
const OGG_SURROUND = ['3.0', 'quad', '5.0', '5.1', '6.1', '7.1'];

/**
 * FLAC with 8, 16, 24 or 32 bits; default: 16 for sources of up to 16 bits and for lossy ones, else 24. ffmpeg silently writes 16 bits
 * instead of 8, and 24 instead of 32, so the flac program does those two.
 */
export function encodeFlac(request: EncodingRequest): Encoding {
  const bits = request.options.bitDepth ?? defaultBits(request);
  return lossless(request, {
    name: 'FLAC',
    codec: 'flac',
    method: methodOf(bits),
    surround: { any: 8 },
    exact: bits > 8,
  });
}

/** FLAC in Ogg, with 16 or 24 bits like the source. */
export function encodeOggFlac(request: EncodingRequest): Encoding {
  const method = methodOf(defaultBits(request));
  return lossless(request, { name: 'FLAC in Ogg', codec: 'flac', method, surround: OGG_SURROUND });
}

function defaultBits({ source }: EncodingRequest): number {
  return source.audio.samples.bits > 16 ? 24 : 16;
}

function methodOf(bits: number): Encoding['method'] {
  if (bits === 8) return { by: 'flac', pcm: 'pcm_u8' };
  if (bits === 32) return { by: 'flac', pcm: 'pcm_s32le' };
  if (bits === 24) return { ...FFMPEG, arguments: ['-sample_fmt', 's32', '-bits_per_raw_sample', '24'] };
  return { ...FFMPEG, arguments: ['-sample_fmt', 's16'] };
}
