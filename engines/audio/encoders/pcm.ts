import { ConversionError } from '../../../src/task/errors.ts';
import { conflict, unsupported } from '../../../tools/programs/ffmpeg/issues.ts';
import type { SampleKind } from '../../../tools/programs/ffmpeg/probe/source.ts';
import type { Encoding, EncodingRequest } from '../encoding.ts';
import { lossless } from './lossless.ts';

const ANY_LAYOUT = { any: 64 } as const;

/** PCM formats that a WAV file (RIFF, little-endian) can hold, with the bits of a stored sample. */
const WAV_BITS: Readonly<Record<string, number>> = {
  pcm_alaw: 8,
  pcm_mulaw: 8,
  pcm_u8: 8,
  pcm_s16le: 16,
  pcm_s24le: 24,
  pcm_s32le: 32,
  pcm_f32le: 32,
  pcm_f64le: 64,
};

const BY_BIT_DEPTH: Readonly<Record<number, string>> = {
  8: 'pcm_u8',
  16: 'pcm_s16le',
  24: 'pcm_s24le',
  32: 'pcm_s32le',
};

/** WAV in the requested format or bit depth; default: that of the source, 16 bits for lossy ones. */
export function encodeWav(request: EncodingRequest): Encoding {
  const codec = chooseWavFormat(request);
  return lossless(request, {
    name: 'WAV',
    codec,
    method: { by: 'ffmpeg', encoder: codec, arguments: sizeArguments(request, codec) },
    surround: ANY_LAYOUT,
    unclipped: codec.startsWith('pcm_f'),
    exact: (WAV_BITS[codec] ?? 0) > 8,
  });
}

/** AIFF, big-endian, with 16, 24 or 32 bits like the source. */
export function encodeAiff(request: EncodingRequest): Encoding {
  const codec = `pcm_s${aiffBits(request.source.audio.samples)}be`;
  refuseLargeAiff(request, codec);
  return lossless(request, {
    name: 'AIFF',
    codec,
    method: { by: 'ffmpeg', encoder: codec, arguments: [] },
    surround: ANY_LAYOUT,
  });
}

/** AU, big-endian, with 8, 16, 24 or 32 bits as requested, else like the source; floating point if the source has it. */
export function encodeAu(request: EncodingRequest): Encoding {
  return plainPcm(request, 'AU', { 8: 'pcm_s8', 16: 'pcm_s16be', 24: 'pcm_s24be', 32: 'pcm_s32be' }, 'be');
}

/** PCM in CAF or Matroska, little-endian, like the source. */
export function encodePcm(request: EncodingRequest): Encoding {
  return plainPcm(request, request.container.name, BY_BIT_DEPTH, 'le');
}

function plainPcm(
  request: EncodingRequest,
  name: string,
  formats: Readonly<Record<number, string>>,
  order: string,
): Encoding {
  const { bits, float } = request.source.audio.samples;
  const { bitDepth } = request.options;
  const isFloat = float && bitDepth === null;
  const codec = isFloat ? `pcm_f${bits > 32 ? 64 : 32}${order}` : (formats[bitDepth ?? bits] ?? `pcm_s32${order}`);
  return lossless(request, {
    name,
    codec,
    method: { by: 'ffmpeg', encoder: codec, arguments: [] },
    surround: ANY_LAYOUT,
    unclipped: isFloat,
    exact: (bitDepth ?? bits) > 8,
  });
}

function chooseWavFormat({ options, source }: EncodingRequest): string {
  const { pcmFormat, bitDepth } = options;
  if (pcmFormat === null) return bitDepth === null ? likeSource(source.audio.samples) : byBitDepth(bitDepth);
  const bits = WAV_BITS[pcmFormat];
  if (bits === undefined) {
    const reason = 'WAV files hold little-endian samples, unsigned ones of 8 bits and signed ones of more';
    throw unsupported({ option: 'pcm_format', value: pcmFormat }, reason, Object.keys(WAV_BITS));
  }
  if (bitDepth !== null && bitDepth !== bits) {
    throw conflict(['pcm_format', 'audio_bitdepth'], `${pcmFormat} has ${bits} bits a sample, not ${bitDepth}`);
  }
  return pcmFormat;
}

function byBitDepth(bits: number): string {
  const format = BY_BIT_DEPTH[bits];
  if (format !== undefined) return format;
  throw unsupported({ option: 'audio_bitdepth', value: bits }, 'WAV has no such bit depth', Object.keys(BY_BIT_DEPTH));
}

function likeSource({ bits, float }: SampleKind): string {
  if (float) return bits > 32 ? 'pcm_f64le' : 'pcm_f32le';
  return BY_BIT_DEPTH[bits] ?? 'pcm_s32le';
}

function aiffBits({ bits, float }: SampleKind): number {
  if (float) return 24;
  return Math.min(Math.max(bits, 16), 32);
}

/** Maximum of a 32-bit size, less room for headers and tags. */
const LARGEST_SIMPLE_FILE = 4.2e9;

/** WAV has 32-bit sizes. If these may not suffice, or the length is unknown, the header leaves room for the 64-bit form. */
function sizeArguments(request: EncodingRequest, codec: string): string[] {
  const bytes = soundBytes(request, (WAV_BITS[codec] ?? 64) / 8);
  return bytes !== null && request.source.audio.length.exact && bytes < LARGEST_SIMPLE_FILE ? [] : ['-rf64', 'auto'];
}

/** AIFF has 32-bit sizes and no 64-bit form. */
function refuseLargeAiff(request: EncodingRequest, codec: string): void {
  const bytes = soundBytes(request, aiffBits(request.source.audio.samples) / 8);
  if (bytes === null || bytes < LARGEST_SIMPLE_FILE) return;
  const message = 'The sound is too long for an AIFF file, which holds 4 GiB at most; flac and wav hold more.';
  throw new ConversionError('conversion_failed', message, { details: { codec, bytes: Math.round(bytes) } });
}

/** Returns the size of the samples, or null if the length of the input is unknown. */
function soundBytes({ options, source }: EncodingRequest, sampleBytes: number): number | null {
  const { length, channels, sampleRate } = source.audio;
  if (length.seconds === null) return null;
  const seconds = Math.min(options.end ?? length.seconds, length.seconds) - (options.start ?? 0);
  const count = options.channels === null ? channels : 2;
  return seconds * (options.frequency ?? sampleRate) * count * sampleBytes;
}
