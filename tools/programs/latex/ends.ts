import { open } from 'node:fs/promises';

/** The most that is read of the end of a file, bytes: the log of a book has 500 KB. */
const END_BYTES = 8 * 1024 ** 2;

/** Returns the start of a text; empty if there is no such file. Bytes that are not UTF-8 are replaced. */
export const readStart = (path: string, bytes: number): Promise<string> => readPart(path, bytes, () => 0);

/** Returns the end of a text that TeX has written; empty if there is no such file. */
export const readEnd = (path: string): Promise<string> =>
  readPart(path, END_BYTES, (size) => Math.max(0, size - END_BYTES));

async function readPart(path: string, bytes: number, startOf: (size: number) => number): Promise<string> {
  const file = await open(path).catch(() => null);
  if (file === null) return '';
  try {
    const { size } = await file.stat();
    const length = Math.min(size, bytes);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, startOf(size));
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}
