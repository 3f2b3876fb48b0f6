import type { PartsForm } from '../encoding.ts';
import { mp3Sounds } from './mp3-data.ts';

/** Opus predicts a frame's energies from earlier frames; after so many frames, no difference is left. */
const OPUS_FRAMES = 25;
/** MP3 windows overlap, and decoders' filters remember a frame. */
const MP3_FRAMES = 3;
/** Maximum bytes that the data of an MP3 frame may begin before it. */
const RESERVOIR_BYTES = 511;
const MP3_HEAD_BYTES = 36;

/** The overlapping frames of two parts: frame `n` of both encodes the same samples. */
export interface Overlap {
  readonly before: readonly Buffer[];
  readonly after: readonly Buffer[];
}

/**
 * Returns the first frame taken from the part after a seam, or null if there is no place for one. If both encoders made the same frames for
 * as long as a decoder remembers, the decoder gets what a single encoder would have made.
 */
export function findSeam(overlap: Overlap, { codec }: PartsForm): number | null {
  switch (codec) {
    case 'opus':
      return endOfRun(equalFrames(overlap), OPUS_FRAMES);
    case 'mp3': {
      const { before, after } = overlap;
      const shortest = Math.min(...after.map(({ length }) => length)) - MP3_HEAD_BYTES;
      // Frames after the seam must find their data in those before it.
      const ahead = Math.ceil(RESERVOIR_BYTES / Math.max(1, shortest));
      const end = endOfRun(equalFrames({ before: mp3Sounds(before), after: mp3Sounds(after) }), MP3_FRAMES + ahead);
      return end === null ? null : end - ahead;
    }
  }
}

type Sounds = Readonly<Record<keyof Overlap, readonly (Buffer | null)[]>>;

function equalFrames({ before, after }: Sounds): boolean[] {
  const length = Math.min(before.length, after.length);
  return Array.from({ length }, (_, n) => {
    const other = after[n] ?? null;
    return other !== null && before[n]?.equals(other) === true;
  });
}

/** Returns the end of the last run of at least so many, excluding its last frame. Null if there is none. */
function endOfRun(isEqual: readonly boolean[], needed: number): number | null {
  for (let n = isEqual.length - 1, end = isEqual.length; n >= 0; n -= 1) {
    if (isEqual[n] !== true) end = n;
    else if (end - n >= needed) return end;
  }
  return null;
}
