import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chunkOf, chunksIn, pixelsIn, SIGNATURE } from '../../formats/pictures/png-chunks.ts';

/** Packs PNGs in place, without another kind of pixels. @returns whether it could */
export type PackInPlace = (paths: readonly string[]) => Promise<boolean>;

const MiB = 1024 ** 2;

/** Bytes of a file, all of which are in memory, and frames, which are one argument each. */
const LARGEST = 64 * MiB;
const MOST_FRAMES = 1000;

/**
 * Writes an animated PNG (PNG 3, 11.3.6) whose frames after the first are packed as well: each as a PNG of its own, of which only the
 * compressed rows are taken back. Everything else stays.
 * @returns the path of the result; null if it is too large for that, or a frame is damaged
 */
export async function packFrames(apng: string, folder: string, pack: PackInPlace): Promise<string | null> {
  if ((await stat(apng)).size > LARGEST) return null;
  const bytes = await readFile(apng);
  const frames = framesOf(bytes);
  if (frames.length === 0 || frames.length > MOST_FRAMES) return null;
  const paths = frames.map((_, index) => join(folder, `frame-${index}.png`));
  for (const [index, path] of paths.entries()) await writeFile(path, frames[index] ?? '');
  if (!(await pack(paths))) return null;
  const packed = await Promise.all(paths.map((path) => readFile(path)));
  const output = join(folder, 'frames.png');
  await writeFile(output, withFrames(bytes, packed.map(pixelsIn)));
  return output;
}

/** Chunks that say how pixels are stored, for all frames. */
const SHARED: ReadonlySet<string> = new Set(['PLTE', 'tRNS']);

/** Returns each frame after the first as a PNG. */
function framesOf(apng: Buffer): Buffer[] {
  const shared: Buffer[] = [];
  const frames: { readonly header: Buffer; readonly pixels: Buffer[] }[] = [];
  let first: Buffer = Buffer.alloc(0);
  let size: Buffer = Buffer.alloc(0);
  let isNew = false;
  for (const { type, data } of chunksIn(apng)) {
    if (type === 'IHDR') first = data;
    if (SHARED.has(type)) shared.push(chunkOf(type, data));
    if (type === 'fcTL') size = data.subarray(4, 12);
    isNew ||= type === 'fcTL';
    if (type !== 'fdAT') continue;
    if (isNew) frames.push({ header: Buffer.concat([size, first.subarray(8)]), pixels: [] });
    isNew = false;
    frames.at(-1)?.pixels.push(data.subarray(4));
  }
  return frames.map(({ header, pixels }) =>
    Buffer.concat([
      ...[SIGNATURE, chunkOf('IHDR', header), ...shared],
      ...[chunkOf('IDAT', Buffer.concat(pixels)), chunkOf('IEND', Buffer.alloc(0))],
    ]),
  );
}

/** Puts other pixels into the frames after the first, in one chunk each, and numbers the chunks of all frames again. */
function withFrames(apng: Buffer, pixels: readonly Buffer[]): Buffer {
  const parts: Buffer[] = [SIGNATURE];
  let [frame, sequence, isNew] = [0, 0, false];
  for (const { type, data } of chunksIn(apng)) {
    isNew ||= type === 'fcTL';
    if (type === 'fdAT' && !isNew) continue;
    if (type !== 'fcTL' && type !== 'fdAT') {
      parts.push(chunkOf(type, data));
      continue;
    }
    const number = Buffer.alloc(4);
    number.writeUInt32BE(sequence, 0);
    sequence += 1;
    parts.push(chunkOf(type, Buffer.concat([number, type === 'fcTL' ? data.subarray(4) : (pixels[frame] ?? data)])));
    if (type === 'fcTL') continue;
    frame += 1;
    isNew = false;
  }
  return Buffer.concat(parts);
}
