import { open } from 'node:fs/promises';
import type { Size } from '../size.ts';

/** Width and height stand at a fixed place (PNG 3, 11.2.1), at this byte. */
const AT = 16;

/** Of a PNG that a decoder has written. */
export async function pngSize(path: string): Promise<Size> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(8), 0, 8, AT);
    return { width: buffer.readUInt32BE(0), height: buffer.readUInt32BE(4) };
  } finally {
    await file.close();
  }
}
