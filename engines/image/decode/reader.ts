import { open } from 'node:fs/promises';

/** Reads pieces of a file at any position. */
export interface Reader {
  readonly size: number;
  /** Returns null if the file ends before. */
  read(at: number, length: number): Promise<Buffer | null>;
}

const WINDOW = 64 * 1024;

/** Opens a file for `use`, and closes it. */
export async function withReader<Result>(path: string, use: (reader: Reader) => Promise<Result>): Promise<Result> {
  await using file = await open(path);
  const { size } = await file.stat();
  let window: Buffer = Buffer.alloc(0);
  let start = 0;
  return await use({
    size,
    async read(at, length) {
      if (at + length > size) return null;
      if (at < start || at + length > start + window.length) {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.max(WINDOW, length)), 0, undefined, at);
        window = buffer.subarray(0, bytesRead);
        start = at;
      }
      return window.subarray(at - start, at - start + length);
    },
  });
}
