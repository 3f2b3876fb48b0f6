import { isTransparentFormat } from '../probe/film.ts';
import type { MediaStream } from '../probe/streams.ts';

export type FrameFormat = 'png' | 'jpg';

/** Size in pixels. */
export interface FrameSize {
  readonly width: number;
  readonly height: number;
}

/**
 * Returns the size of a frame as players show it, rotated and with square pixels; reduced, never enlarged, to fit into a box, in its own
 * shape.
 */
export function frameSize(video: MediaStream, box: FrameSize): FrameSize {
  const upright = { width: video.width * video.pixelAspect, height: video.height };
  const isTurned = Math.abs(video.rotation) % 180 === 90;
  const { width, height } = isTurned ? { width: upright.height, height: upright.width } : upright;
  const scale = Math.min(1, box.width / width, box.height / height);
  const pixels = (length: number): number => Math.max(1, Math.round(length * scale));
  return { width: pixels(width), height: pixels(height) };
}

export const isTransparent = ({ pixelFormat }: MediaStream): boolean => isTransparentFormat(pixelFormat);

/** Returns the most bytes of a frame: PNG makes incompressible pixels hardly larger than they are. */
export function largestFrame({ width, height }: FrameSize, format: FrameFormat, transparent: boolean): number {
  const bytesPerPixel = format === 'jpg' ? 2 : transparent ? 4 : 3;
  return Math.ceil(width * height * bytesPerPixel * 1.01) + 65_536;
}

/** Which frames of a part are taken. */
export type FrameChoice =
  /** The first frame of each interval; `keyframes`: only of those that are stored whole. */
  | { readonly by: 'interval'; readonly seconds: number; readonly keyframes?: boolean }
  /** The first frame, and each that differs from the one before it by this share of 1. */
  | { readonly by: 'scenes'; readonly difference: number }
  /** The frames shown at these times, seconds from the beginning of the film, in order. */
  | { readonly by: 'times'; readonly times: readonly number[] };

/**
 * Returns the filter that selects the chosen frames in one pass. For intervals: unlike `fps` it repeats no frame, and unlike a distance to
 * the previous frame it does not drift. Half a millisecond compensates for times rounded to whole ones.
 */
export function selectFilter(choice: Exclude<FrameChoice, { by: 'times' }>): string {
  if (choice.by === 'scenes') return `select='isnan(prev_selected_t)+gt(scene,${choice.difference})'`;
  const count = (time: string): string => `floor((${time}+0.0005)/${choice.seconds})`;
  const isNext = `isnan(prev_selected_t)+gt(${count('t')},${count('prev_selected_t')})`;
  return `select='${choice.keyframes === true ? `key*(${isNext})` : isNext}'`;
}
