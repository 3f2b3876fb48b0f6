import type { AudioCodec } from './containers.ts';

/** How an audio codec is encoded here. */
export interface AudioEncoder {
  /** Name of ffmpeg's encoder. */
  readonly encoder: string;
  /** Codec of the result, as ffprobe names it. */
  readonly codec: string;
  readonly mostChannels: number;
  /** Supported sample rates, Hz. Any if omitted. */
  readonly rates?: readonly number[];
  /** Null for a lossless codec. */
  readonly kbps: {
    /** Default bitrate per channel. */
    readonly channel: number;
    readonly most: number;
    /** Supported bitrates. Any if omitted. */
    readonly steps?: readonly number[];
  } | null;
}

const MPEG_RATES = [16_000, 22_050, 24_000, 32_000, 44_100, 48_000];
/** Bitrates of ISO/IEC 11172-3, layer II; the lowest are only for mono. */
const MP2_STEPS = [64, 96, 112, 128, 160, 192, 224, 256, 320, 384];
/** Bitrates of ATSC A/52, table 5.18. */
const AC3_STEPS = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640];

export const AUDIO_ENCODERS: Readonly<Record<AudioCodec, AudioEncoder>> = {
  aac: {
    encoder: 'aac',
    codec: 'aac',
    mostChannels: 8,
    rates: [8000, 11_025, ...MPEG_RATES, 96_000],
    kbps: { channel: 64, most: 512 },
  },
  mp3: {
    encoder: 'libmp3lame',
    codec: 'mp3',
    mostChannels: 2,
    rates: [8000, 11_025, ...MPEG_RATES],
    kbps: { channel: 80, most: 320 },
  },
  mp2: {
    encoder: 'mp2',
    codec: 'mp2',
    mostChannels: 2,
    rates: MPEG_RATES,
    kbps: { channel: 96, most: 384, steps: MP2_STEPS },
  },
  opus: {
    encoder: 'libopus',
    codec: 'opus',
    mostChannels: 8,
    rates: [8000, 16_000, 24_000, 48_000],
    kbps: { channel: 56, most: 510 },
  },
  vorbis: { encoder: 'libvorbis', codec: 'vorbis', mostChannels: 8, kbps: { channel: 64, most: 480 } },
  ac3: {
    encoder: 'ac3',
    codec: 'ac3',
    mostChannels: 6,
    rates: [32_000, 44_100, 48_000],
    kbps: { channel: 96, most: 640, steps: AC3_STEPS },
  },
  wma2: {
    encoder: 'wmav2',
    codec: 'wmav2',
    mostChannels: 2,
    rates: [8000, 11_025, 16_000, 22_050, 32_000, 44_100, 48_000],
    kbps: { channel: 80, most: 320 },
  },
  alac: { encoder: 'alac', codec: 'alac', mostChannels: 8, kbps: null },
  flac: { encoder: 'flac', codec: 'flac', mostChannels: 8, kbps: null },
  pcm: { encoder: 'pcm_s16le', codec: 'pcm_s16le', mostChannels: 8, kbps: null },
};

/** Returns the codec's sample rate for a sound of so many Hz: the same, else the next higher one, else the highest. */
export function rateFor({ rates }: AudioEncoder, wanted: number): number {
  if (rates === undefined || rates.includes(wanted)) return wanted;
  return rates.find((rate) => rate >= wanted) ?? Math.max(...rates);
}

/** Returns the kbit/s for so many channels; mono takes more than half of stereo. Null for a lossless codec. */
export function kbpsFor({ kbps }: AudioEncoder, channels: number, asked: number | null): number | null {
  if (kbps === null) return null;
  const usual = channels === 1 ? Math.round(kbps.channel * 1.25) : kbps.channel * channels;
  const wanted = Math.min(kbps.most, asked ?? usual);
  return kbps.steps === undefined ? wanted : (kbps.steps.find((step) => step >= wanted) ?? kbps.most);
}
