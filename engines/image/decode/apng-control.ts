import { open } from 'node:fs/promises';

/** How an animated PNG is shown. */
export interface AnimationControl {
  /** Times; 0: forever. */
  readonly loop: number;
  /** Milliseconds of each frame. */
  readonly delay: readonly number[];
}

const SIGNATURE_BYTES = 8;
/** Length and type before the data of a chunk, and its checksum behind. */
const HEAD_BYTES = 8;
const CHECK_BYTES = 4;
/** The longer of the two chunks that are read: fcTL. */
const CONTROL_BYTES = 26;

/** Chunks of one file that are read: a frame has one or more with pixels. */
const MAX_CHUNKS = 100_000;

/** Of acTL. A GIF or WebP holds no more. */
const MOST_TIMES = 65_535;

/** Hundredths of a second, where the file says 0 (PNG 3, 11.3.6.2). */
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
