import type { FileHandle } from 'node:fs/promises';

/** A file whose headers are read. */
export interface HeaderFile {
  readonly handle: FileHandle;
  /** Bytes. */
  readonly size: number;
  /** Its beginning. */
  readonly head: Buffer;
}

/** So many bytes from there; null: the file ends before. */
export async function bytesAt({ handle, size, head }: HeaderFile, at: number, length: number): Promise<Buffer | null> {
  if (at + length > size) return null;
  if (at + length <= head.length) return head.subarray(at, at + length);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, at);
  return bytesRead === length ? buffer : null;
}

/** A length as ffprobe prints it: samples times the base of time, to the microsecond, a half of it to the even one as C rounds it. */
export function secondsOf(samples: number, sampleRate: number): number {
  const seconds = samples * (1 / sampleRate);
  // Only multiples of 1/128 lie exactly between two microseconds.
  const isHalf = Number.isInteger(seconds * 128) && !Number.isInteger(seconds * 64);
  if (!isHalf) return Number(seconds.toFixed(6));
  const below = Math.floor(seconds * 1e6);
  return (below % 2 === 0 ? below : below + 1) / 1e6;
}
