import type { VideoCodec } from './containers.ts';

export type Effort = 'fast' | 'balanced' | 'small';

/** How a video codec is encoded here. */
export interface VideoEncoder {
  /** Name of ffmpeg's encoder. */
  readonly encoder: string;
  /** Codec of the result, as ffprobe names it. */
  readonly codec: string;
  /** The encoder's scale at quality 25, 50, 75, 90 and 100: same similarity (SSIM) as h264, by `npm run bench:video quality`. */
  readonly scale: readonly [number, number, number, number, number];
  /** Option of that scale, and whether users know it as `crf`. */
  readonly scaleOption: '-crf' | '-q:v' | '-cq' | '-global_quality:v:0';
  /** Highest value of `crf`, or of the scale. */
  readonly worst: number;
  readonly effort: Readonly<Record<Effort, readonly string[]>>;
  readonly always: readonly string[];
  /** Extra arguments for a constant quality, and whether a bitrate takes two passes. */
  readonly freeRate?: readonly string[];
  readonly twoPasses: boolean;
  /** Effort that requires a constant quality: it would miss a bitrate by a third. */
  readonly effortWithoutBitrate?: Effort;
  /** Whether it honours a bitrate. */
  readonly hasBitrate: boolean;
  readonly pixels: {
    readonly usual: string;
    /** Pixel format for sources of more than 8 bits. Omitted: 8 bits only. */
    readonly deep?: string;
    readonly alpha?: string;
  };
  /** Whether it can mark a picture as high dynamic range. */
  readonly hdr: boolean;
  /** Supported frame rates. Any if omitted. */
  readonly rates?: readonly (readonly [frames: number, seconds: number])[];
  /** Minimum pixels per side. */
  readonly smallest?: number;
}

const QUALITIES = [25, 50, 75, 90, 100] as const;

const NONE = { fast: [], balanced: [], small: [] } as const;
const PRESETS = (fast: string, balanced: string, small: string) => ({
  fast: ['-preset', fast],
  balanced: ['-preset', balanced],
  small: ['-preset', small],
});
const CPU_USED = (fast: string, balanced: string, small: string) => ({
  fast: ['-cpu-used', fast],
  balanced: ['-cpu-used', balanced],
  small: ['-cpu-used', small],
});

/** Rates of ISO/IEC 13818-2, table 6-4. */
const MPEG2_RATES = [
  [24_000, 1001],
  [24, 1],
  [25, 1],
  [30_000, 1001],
  [30, 1],
  [50, 1],
  [60_000, 1001],
  [60, 1],
] as const;

/** Codecs with only a scale of quantizers: 1 or 2 is best, 31 worst. */
const QUANTIZED = {
  scale: [20, 11, 5.6, 2.5, 2],
  scaleOption: '-q:v',
  worst: 31,
  effort: NONE,
  always: [],
  twoPasses: true,
  hasBitrate: true,
  pixels: { usual: 'yuv420p' },
  hdr: false,
} as const;

export const VIDEO_ENCODERS: Readonly<Record<VideoCodec, VideoEncoder>> = {
  h264: {
    encoder: 'libx264',
    codec: 'h264',
    scale: [36, 29, 23, 18, 12],
    scaleOption: '-crf',
    worst: 51,
    effort: PRESETS('veryfast', 'medium', 'slow'),
    always: [],
    twoPasses: true,
    hasBitrate: true,
    pixels: { usual: 'yuv420p' },
    hdr: false,
  },
  h265: {
    encoder: 'libx265',
    codec: 'hevc',
    scale: [37, 30, 24, 15, 10],
    scaleOption: '-crf',
    worst: 51,
    effort: PRESETS('superfast', 'fast', 'slow'),
    always: ['-x265-params', 'log-level=error'],
    twoPasses: false,
    hasBitrate: true,
    pixels: { usual: 'yuv420p', deep: 'yuv420p10le' },
    hdr: true,
  },
  av1: {
    encoder: 'libsvtav1',
    codec: 'av1',
    scale: [62, 50, 31, 15, 6],
    scaleOption: '-crf',
    worst: 63,
    effort: PRESETS('10', '8', '5'),
    always: [],
    twoPasses: false,
    hasBitrate: true,
    pixels: { usual: 'yuv420p', deep: 'yuv420p10le' },
    hdr: true,
    smallest: 64,
  },
  vp9: {
    encoder: 'libvpx-vp9',
    codec: 'vp9',
    scale: [59, 46, 34, 19, 7],
    scaleOption: '-crf',
    worst: 63,
    // Above 4, `good` is slower and worse (`npm run bench:video presets`); `realtime` takes a third of the time.
    effort: { ...CPU_USED('6', '4', '2'), fast: ['-cpu-used', '6', '-deadline', 'realtime'] },
    effortWithoutBitrate: 'fast',
    always: ['-deadline', 'good', '-row-mt', '1'],
    freeRate: ['-b:v', '0'],
    twoPasses: true,
    hasBitrate: true,
    pixels: { usual: 'yuv420p', deep: 'yuv420p10le', alpha: 'yuva420p' },
    hdr: true,
  },
  vp8: {
    encoder: 'libvpx',
    codec: 'vp8',
    scale: [63, 60, 40, 13, 5],
    scaleOption: '-crf',
    worst: 63,
    effort: CPU_USED('5', '3', '1'),
    always: ['-deadline', 'good'],
    // Its constant quality needs a bitrate that it never reaches.
    freeRate: ['-b:v', '100M', '-qmin', '0'],
    twoPasses: true,
    hasBitrate: true,
    pixels: { usual: 'yuv420p', alpha: 'yuva420p' },
    hdr: false,
  },
  prores: {
    encoder: 'prores_ks',
    codec: 'prores',
    scale: [30, 20, 11, 7, 4],
    scaleOption: '-q:v',
    worst: 32,
    effort: NONE,
    always: ['-vendor', 'apl0'],
    twoPasses: false,
    hasBitrate: false,
    pixels: { usual: 'yuv422p10le', deep: 'yuv422p10le', alpha: 'yuva444p10le' },
    hdr: true,
  },
  // Without frames that refer to later ones, for which AVI has no times.
  mpeg4: { ...QUANTIZED, encoder: 'mpeg4', codec: 'mpeg4' },
  mpeg2: { ...QUANTIZED, encoder: 'mpeg2video', codec: 'mpeg2video', rates: MPEG2_RATES },
  wmv2: { ...QUANTIZED, encoder: 'wmv2', codec: 'wmv2' },
  flv1: { ...QUANTIZED, encoder: 'flv', codec: 'flv1' },
  theora: {
    encoder: 'libtheora',
    codec: 'theora',
    scale: [3, 4, 6.6, 9, 10],
    scaleOption: '-q:v',
    worst: 0,
    effort: NONE,
    always: [],
    twoPasses: true,
    hasBitrate: true,
    pixels: { usual: 'yuv420p' },
    hdr: false,
  },
};

/** Whether the encoder has several efforts. */
export const hasEffort = ({ effort }: VideoEncoder): boolean => effort.fast.length > 0;

/** Returns the value of the encoder's own scale for a quality of 1 to 100, linear between the measured ones. */
export function scaleValue({ scale, scaleOption, worst }: VideoEncoder, quality: number): number {
  const places = [1, ...QUALITIES];
  const steps = [scale[0] + (scale[0] - scale[1]), ...scale];
  const above = Math.max(
    1,
    places.findIndex((place) => quality <= place),
  );
  const [from = 1, to = 100] = [places[above - 1], places[above]];
  const [start = 0, end = 0] = [steps[above - 1], steps[above]];
  const value = start + ((end - start) * (quality - from)) / (to - from);
  return scaleOption === '-q:v' ? Math.round(value * 10) / 10 : Math.min(worst, Math.round(value));
}
