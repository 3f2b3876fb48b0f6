import { open } from 'node:fs/promises';

/** Offset of width and height (PNG 3, 11.2.1). */
const AT = 16;

/** Returns the pixels of a PNG that a program here has written; not for other files. */
export async function pngSize(path: string): Promise<{ readonly width: number; readonly height: number }> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(8), 0, 8, AT);
    return { width: buffer.readUInt32BE(0), height: buffer.readUInt32BE(4) };
  } finally {
    await file.close();
  }
}
