import type { FileHandle } from 'node:fs/promises';

/** A file whose headers are read. */
export interface HeaderFile {
  readonly handle: FileHandle;
  /** Bytes. */
  readonly size: number;
  /** Bytes at its beginning. */
  readonly head: Buffer;
}

/** Returns bytes from an offset; null if the file ends earlier. */
export async function bytesAt({ handle, size, head }: HeaderFile, at: number, length: number): Promise<Buffer | null> {
  if (at + length > size) return null;
  if (at + length <= head.length) return head.subarray(at, at + length);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, at);
  return bytesRead === length ? buffer : null;
}

/** Returns a length as ffprobe prints it: samples times the time base, in microseconds, with halves rounded to even as in C. */
export function secondsOf(samples: number, sampleRate: number): number {
  const seconds = samples * (1 / sampleRate);
  // Only multiples of 1/128 lie exactly between two microseconds.
  const isHalf = Number.isInteger(seconds * 128) && !Number.isInteger(seconds * 64);
  if (!isHalf) return Number(seconds.toFixed(6));
  const below = Math.floor(seconds * 1e6);
  return (below % 2 === 0 ? below : below + 1) / 1e6;
}
