import type { FileHandle } from 'node:fs/promises';

/** Reads up to `length` bytes at an offset: fewer at the end of the file. */
export async function read(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
  return buffer.subarray(0, bytesRead);
}

const PIECE = 1024 ** 2;

/** Appends a part of a file to another. */
export async function copyBytes(from: FileHandle, to: FileHandle, at: number, length: number): Promise<void> {
  for (let done = 0; done < length; done += PIECE) {
    await to.appendFile(await read(from, at + done, Math.min(PIECE, length - done)));
  }
}
