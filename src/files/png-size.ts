import { open } from 'node:fs/promises';

/** Width and height are at this fixed byte (PNG 3, 11.2.1). */
const AT = 16;

/** Pixels of a PNG that a program has written; not for files of others. */
export async function pngSize(path: string): Promise<{ readonly width: number; readonly height: number }> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(8), 0, 8, AT);
    return { width: buffer.readUInt32BE(0), height: buffer.readUInt32BE(4) };
  } finally {
    await file.close();
  }
}
