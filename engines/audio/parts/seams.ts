import type { PartsForm } from '../encoding.ts';
import { mp3Sounds } from './mp3-data.ts';

/** Opus predicts the energies of a frame from those before it; after so many, nothing is left of what was different. */
const OPUS_FRAMES = 25;
/** MP3 windows overlap, and decoders' filters remember a frame. */
const MP3_FRAMES = 3;
/** Data of an MP3 frame may begin so many bytes before it. */
const RESERVOIR_BYTES = 511;
const MP3_HEAD_BYTES = 36;

/** The frames of two parts that lie upon each other: frame `n` of both encodes the same samples. */
export interface Overlap {
  readonly before: readonly Buffer[];
  readonly after: readonly Buffer[];
}

/**
 * The first frame that is taken from the part behind a seam, or null: there is no place for a seam. Where both encoders made the same
 * frames for as long as a decoder remembers, the decoder gets at the seam what one encoder would have made.
 */
export function findSeam(overlap: Overlap, { codec }: PartsForm): number | null {
  switch (codec) {
    case 'opus':
      return endOfRun(equalFrames(overlap), OPUS_FRAMES);
    case 'mp3': {
      const { before, after } = overlap;
      const shortest = Math.min(...after.map(({ length }) => length)) - MP3_HEAD_BYTES;
      // Frames behind the seam must find their data in those before it.
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

/** Where the last run of at least so many ends, its last frame excluded; null: there is none. */
function endOfRun(isEqual: readonly boolean[], needed: number): number | null {
  for (let n = isEqual.length - 1, end = isEqual.length; n >= 0; n -= 1) {
    if (isEqual[n] !== true) end = n;
    else if (end - n >= needed) return end;
  }
  return null;
}
