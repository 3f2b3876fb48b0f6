import { type FileHandle, open } from 'node:fs/promises';

/**
 * Reads a file from start to end into two buffers in turn: while `take` processes one, another thread reads the next part into the other.
 * Constant memory, nothing allocated per part.
 *
 * `take` gets the bytes read and the number of bytes before them, and must be done with them when it returns. Throws what opening or
 * reading throws, and the reason of `signal` when it aborts.
 */
export async function readAhead(
  path: string,
  buffers: readonly [Uint8Array, Uint8Array],
  take: (bytes: Uint8Array, before: number) => void,
  signal?: AbortSignal,
): Promise<void> {
  const file = await open(path, 'r');
  let [current, next] = buffers;
  let before = 0;
  let reading = read(file, current);
  try {
    for (let length = await reading; length > 0; length = await reading) {
      reading = read(file, next);
      signal?.throwIfAborted();
      take(current.subarray(0, length), before);
      before += length;
      [current, next] = [next, current];
    }
  } finally {
    // A pending read must not outlive its buffer or its file.
    await reading.catch(() => 0);
    await file.close();
  }
}

async function read(file: FileHandle, buffer: Uint8Array): Promise<number> {
  return (await file.read(buffer, 0, buffer.length, null)).bytesRead;
}
