import { VIDEO_ENCODERS, type VideoEncoder } from '../video-codecs.ts';

export type HardwareKind = 'vaapi' | 'nvenc' | 'qsv';

/** Codecs by ffprobe's names. */
export type HardwareCodec = 'h264' | 'hevc' | 'av1';

export const HARDWARE_NAMES: Readonly<Record<HardwareKind, string>> = {
  vaapi: 'VAAPI',
  nvenc: 'NVENC',
  qsv: 'Quick Sync Video',
};

/** Fewest and most pixels per side: small pictures gain nothing, and for both extremes many devices have no encoder. */
export const SMALLEST = 256;
export const LARGEST: Readonly<Record<HardwareCodec, number>> = { h264: 4096, hevc: 8192, av1: 8192 };

/** Quantizers for quality 25, 50, 75, 90 and 100: those of x264 and x265. Not measured, unlike the scales of the software encoders. */
const H264 = VIDEO_ENCODERS.h264.scale;
const H265 = VIDEO_ENCODERS.h265.scale;
/** VAAPI uses the quantizer index of AV1 itself, 1 to 255. */
const AV1_INDEX = [248, 200, 124, 60, 24] as const;

/** What the encoders of a kind share. `freeRate` is added for a constant quality. */
const KINDS = {
  vaapi: {
    scaleOption: '-global_quality:v:0',
    effort: { fast: [], balanced: [], small: [] },
    always: [],
    freeRate: ['-rc_mode', 'CQP'],
  },
  nvenc: {
    scaleOption: '-cq',
    effort: { fast: ['-preset', 'p2'], balanced: ['-preset', 'p4'], small: ['-preset', 'p6'] },
    always: ['-rc', 'vbr'],
    // Without 0 it would be limited to 2 Mbit/s.
    freeRate: ['-b:v', '0'],
  },
  qsv: {
    scaleOption: '-global_quality:v:0',
    effort: { fast: ['-preset', 'veryfast'], balanced: ['-preset', 'medium'], small: ['-preset', 'slow'] },
    always: [],
    freeRate: [],
  },
} as const;

/** Returns the encoder of a kind for a codec. */
export function hardwareEncoder(kind: HardwareKind, codec: HardwareCodec): VideoEncoder {
  const isIndex = kind === 'vaapi' && codec === 'av1';
  return {
    ...KINDS[kind],
    encoder: `${codec}_${kind}`,
    codec,
    scale: isIndex ? AV1_INDEX : codec === 'h264' ? H264 : H265,
    worst: isIndex ? 255 : 51,
    twoPasses: false,
    hasBitrate: true,
    pixels: codec === 'h264' ? { usual: 'nv12' } : { usual: 'nv12', deep: 'p010le' },
    hdr: false,
  };
}

/** Returns how ffmpeg opens the device: arguments for the whole run, and the filters that upload frames to it. */
export function deviceArguments(kind: HardwareKind, device: string): { open: string[]; upload: string[] } {
  switch (kind) {
    case 'vaapi':
      return { open: ['-init_hw_device', `vaapi=hw:${device}`, '-filter_hw_device', 'hw'], upload: ['hwupload'] };
    case 'qsv':
      return {
        open: [
          ...['-init_hw_device', `vaapi=va:${device}`, '-init_hw_device', 'qsv=hw@va'],
          ...['-filter_hw_device', 'hw'],
        ],
        // Frames that the encoder may keep for its lookahead.
        upload: ['hwupload=extra_hw_frames=64'],
      };
    case 'nvenc':
      // It takes frames from memory, and finds the device by the nodes that it may open.
      return { open: [], upload: [] };
  }
}
