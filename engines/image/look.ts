import { LOOK_SIDE, type Look } from './decode/second-opinion.ts';
import { isDrawing, type LookJob } from './job.ts';
import { type FailOn, openingFailure, openPicture } from './load.ts';
import type { Pixels } from './picture.ts';
import { rgbaOf } from './steps/rgba.ts';

/**
 * Returns what is compared of a picture: its size, and a coarse view of it; null for a drawing. Runs in the pixel process. Throws
 * ConversionError as unpacking does.
 */
export async function lookOf({ reading, page }: LookJob, path: string, failOn: FailOn): Promise<Look | null> {
  if (isDrawing(reading)) return null;
  const from = page === 'all' ? 0 : page;
  const { picture } = await openPicture(path, { reading, page: from, failOn, keepsProfile: false, keepsDepth: false });
  const { width, height } = picture;
  const size = { width: LOOK_SIDE, height: LOOK_SIDE };
  try {
    const small = await picture.with('resized', (pipeline) => pipeline.resize({ ...size, fit: 'fill' }), size);
    const { data } = rgbaOf(await small.pixels());
    return { width, height, cells: withoutHidden([...data]) };
  } catch (error) {
    throw openingFailure(error);
  }
}

const CHANNELS = 4;

/** Clears the colour of transparent cells, in place. */
function withoutHidden(cells: number[]): number[] {
  for (let at = 0; at < cells.length; at += CHANNELS)
    if (cells[at + CHANNELS - 1] === 0) cells.fill(0, at, at + CHANNELS);
  return cells;
}

/** Returns whether all pixels look the same; for most pictures the first ones show that they do not. */
export function isOfOneColor({ data, channels }: Pixels): boolean {
  const hasAlpha = channels === 2 || channels === 4;
  for (let at = channels; at < data.length; at += channels) {
    if (hasAlpha && data[at + channels - 1] === 0 && data[channels - 1] === 0) continue;
    for (let channel = 0; channel < channels; channel += 1) if (data[at + channel] !== data[channel]) return false;
  }
  return true;
}
