import { VIDEO_ENCODERS, type VideoEncoder } from '../video-codecs.ts';

export type HardwareKind = 'vaapi' | 'nvenc' | 'qsv';

/** A codec as ffprobe names it. */
export type HardwareCodec = 'h264' | 'hevc' | 'av1';

export const HARDWARE_NAMES: Readonly<Record<HardwareKind, string>> = {
  vaapi: 'VAAPI',
  nvenc: 'NVENC',
  qsv: 'Quick Sync Video',
};

/** Fewest and most pixels of a side: smaller ones gain nothing, and for both many devices have no encoder. */
export const SMALLEST = 256;
export const LARGEST: Readonly<Record<HardwareCodec, number>> = { h264: 4096, hevc: 8192, av1: 8192 };

/** Quality 25, 50, 75, 90 and 100 as quantizers: those of x264 and x265. Not measured, unlike the scales of the encoders in software. */
const H264 = VIDEO_ENCODERS.h264.scale;
const H265 = VIDEO_ENCODERS.h265.scale;
/** VAAPI has the quantizer index of AV1 itself, 1 to 255. */
const AV1_INDEX = [248, 200, 124, 60, 24] as const;

/** What the encoders of a kind have in common. `freeRate` goes with a constant quality. */
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
    // Without 0 it would hold to 2 Mbit/s.
    freeRate: ['-b:v', '0'],
  },
  qsv: {
    scaleOption: '-global_quality:v:0',
    effort: { fast: ['-preset', 'veryfast'], balanced: ['-preset', 'medium'], small: ['-preset', 'slow'] },
    always: [],
    freeRate: [],
  },
} as const;

/** The encoder of a kind for a codec. */
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

/** How ffmpeg opens the device: arguments for the whole run, and the filters that bring frames to it. */
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
        // Frames that the encoder may keep while it looks ahead.
        upload: ['hwupload=extra_hw_frames=64'],
      };
    case 'nvenc':
      // Takes frames in memory, and finds the device by what it may open.
      return { open: [], upload: [] };
  }
}
