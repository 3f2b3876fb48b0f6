import { open } from 'node:fs/promises';

/** How often and how long the frames of an animated PNG are shown. */
export interface AnimationControl {
  /** Number of repetitions; 0: forever. */
  readonly loop: number;
  /** Duration of each frame, ms. */
  readonly delay: readonly number[];
}

const SIGNATURE_BYTES = 8;
/** Bytes of a chunk's length and type before its data, and of its checksum after it. */
const HEAD_BYTES = 8;
const CHECK_BYTES = 4;
/** Bytes of fcTL, the longer of the two chunks that are read. */
const CONTROL_BYTES = 26;

/** Maximum number of chunks read of one file: a frame has one or more with pixels. */
const MAX_CHUNKS = 100_000;

/** Maximum of acTL's repetitions. A GIF or WebP holds no more. */
const MOST_TIMES = 65_535;

/** Denominator if the file says 0: hundredths of a second (PNG 3, 11.3.6.2). */
const USUAL_PARTS = 100;

/** Reads the chunks acTL and fcTL of an animated PNG, up to `most` frames. */
export async function readControl(path: string, most: number): Promise<AnimationControl> {
  const file = await open(path);
  try {
    const head = Buffer.alloc(HEAD_BYTES + CONTROL_BYTES);
    const delay: number[] = [];
    let loop = 0;
    let at = SIGNATURE_BYTES;
    for (let chunk = 0; chunk < MAX_CHUNKS && delay.length < most; chunk += 1) {
      const { bytesRead } = await file.read(head, 0, head.length, at);
      if (bytesRead < HEAD_BYTES) break;
      const type = head.toString('latin1', 4, HEAD_BYTES);
      if (type === 'acTL') loop = Math.min(MOST_TIMES, head.readUInt32BE(HEAD_BYTES + 4));
      if (type === 'fcTL') {
        const parts = head.readUInt16BE(HEAD_BYTES + 22) || USUAL_PARTS;
        delay.push(Math.round((1000 * head.readUInt16BE(HEAD_BYTES + 20)) / parts));
      }
      at += HEAD_BYTES + head.readUInt32BE(0) + CHECK_BYTES;
    }
    return { loop, delay };
  } finally {
    await file.close();
  }
}
