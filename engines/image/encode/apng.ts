import { type FileHandle, open } from 'node:fs/promises';
import sharp from 'sharp';
import { chunkOf, HEADER_END, pixelsIn } from '../../../tools/formats/pictures/png-chunks.ts';
import type { Frames } from '../animation.ts';
import { EFFORT } from '../catalog-writing.ts';

/** How often and how long the frames of an animation are shown. */
export interface Timing {
  /** Number of repetitions; 0: forever. */
  readonly loop: number;
  /** Duration of each frame, ms. */
  readonly delay: readonly number[];
}

const CHANNELS = 4;
/** Units per second of the durations. */
const MILLISECONDS = 1000;
const LONGEST = 0xffff;

/** Duration of a still picture, and the default: browsers use it for frames without a duration, ms. */
const USUAL_DELAY = 100;

/**
 * Writes an animated PNG (PNG 3, 11.3.6): every frame whole, as sharp compresses it. Frames are compressed one by one, so that only one is
 * in memory.
 * @param effort 1 to 9
 */
export async function writeApng(
  { data, width, height, count }: Frames,
  { loop, delay }: Timing,
  effort: number = EFFORT.apng,
  path: string,
): Promise<void> {
  const bytes = width * height * CHANNELS;
  const file = await open(path, 'w');
  let sequence = 0;
  try {
    for (let index = 0; index < count; index += 1) {
      const frame = data.subarray(index * bytes, (index + 1) * bytes);
      const png = await sharp(frame, { raw: { width, height, channels: CHANNELS }, limitInputPixels: false })
        .png({ compressionLevel: effort, adaptiveFiltering: true })
        .toBuffer();
      if (index === 0) {
        await append(file, png.subarray(0, HEADER_END));
        await append(file, chunkOf('acTL', numbers(count, loop)));
      }
      await append(file, chunkOf('fcTL', control(sequence, width, height, delay[index] ?? USUAL_DELAY)));
      sequence += 1;
      if (index === 0) await append(file, chunkOf('IDAT', pixelsIn(png)));
      else {
        await append(file, chunkOf('fdAT', Buffer.concat([numbers(sequence), pixelsIn(png)])));
        sequence += 1;
      }
    }
    await append(file, chunkOf('IEND', Buffer.alloc(0)));
  } finally {
    await file.close();
  }
}

const append = (file: FileHandle, bytes: Buffer): Promise<void> => file.appendFile(bytes);

function numbers(...values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) buffer.writeUInt32BE(value, 4 * index);
  return buffer;
}

/** Returns the control chunk of a frame that replaces all before it. */
function control(sequence: number, width: number, height: number, delay: number): Buffer {
  const times = Buffer.alloc(6);
  times.writeUInt16BE(Math.min(LONGEST, delay), 0);
  times.writeUInt16BE(MILLISECONDS, 2);
  return Buffer.concat([numbers(sequence, width, height, 0, 0), times]);
}
