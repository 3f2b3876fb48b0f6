const HEADER_BYTES = 4;
const MONO = 3;

/** Positions in the side information of a frame, in bits. */
interface Layout {
  readonly bytes: number;
  /** Bits of the number of bytes used from earlier frames. */
  readonly borrowed: number;
  /** Position of the first length, distance between lengths, and their number. */
  readonly lengths: { readonly at: number; readonly apart: number; readonly count: number };
}

const LENGTH_BITS = 12;

/** MPEG 1, then MPEG 2 and 2.5; each mono and stereo. */
const LAYOUTS = {
  first: {
    mono: { bytes: 17, borrowed: 9, lengths: { at: 18, apart: 59, count: 2 } },
    stereo: { bytes: 32, borrowed: 9, lengths: { at: 20, apart: 59, count: 4 } },
  },
  second: {
    mono: { bytes: 9, borrowed: 8, lengths: { at: 9, apart: 63, count: 1 } },
    stereo: { bytes: 17, borrowed: 8, lengths: { at: 10, apart: 63, count: 2 } },
  },
} as const satisfies Record<string, Record<string, Layout>>;

/**
 * Returns what each MP3 frame states about its sound: header, side information, and its data even if these begin in earlier frames. Padding
 * bits, which LAME alternates between 0 and 1, are left out. Null: the data begin before the first given frame.
 */
export function mp3Sounds(frames: readonly Buffer[]): (Buffer | null)[] {
  const layouts = frames.map(layoutOf);
  const data = Buffer.concat(frames.map((frame, n) => frame.subarray(HEADER_BYTES + (layouts[n]?.bytes ?? 0))));
  let at = 0;
  return frames.map((frame, n) => {
    const { bytes, borrowed, lengths } = layouts[n] ?? LAYOUTS.first.stereo;
    const head = frame.subarray(0, HEADER_BYTES + bytes);
    const begin = at - bitsOf(head, 0, borrowed);
    at += frame.length - head.length;
    if (begin < 0) return null;
    const starts = Array.from({ length: lengths.count }, (_, index) => lengths.at + index * lengths.apart);
    const used = starts.reduce((sum, start) => sum + bitsOf(head, start, LENGTH_BITS), 0);
    const sound = Buffer.concat([head, data.subarray(begin, begin + Math.ceil(used / 8))]);
    const rest = used % 8;
    const last = sound.length - 1;
    if (rest > 0) sound[last] = (sound[last] ?? 0) & (0xff00 >> rest);
    return sound;
  });
}

function layoutOf(frame: Buffer): Layout {
  const layouts = ((frame[1] ?? 0) & 0x18) === 0x18 ? LAYOUTS.first : LAYOUTS.second;
  return (frame[3] ?? 0) >> 6 === MONO ? layouts.mono : layouts.stereo;
}

/** Returns a number of up to 16 bits from the side information of a frame. */
function bitsOf(head: Buffer, at: number, count: number): number {
  const byte = HEADER_BYTES + (at >> 3);
  const [first = 0, second = 0, third = 0] = head.subarray(byte, byte + 3);
  return (((first << 16) | (second << 8) | third) >> (24 - (at & 7) - count)) & (2 ** count - 1);
}
