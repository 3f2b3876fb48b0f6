import { open } from 'node:fs/promises';

const SIGNATURE = '\x89PNG\r\n\x1a\n';
/** Bytes of a chunk's length and type before its data, and of its checksum after it (PNG 3, 5.3). */
const HEAD_BYTES = 8;
const CHECK_BYTES = 4;
/** Maximum number of chunks read before the first one with pixels. */
const MAX_CHUNKS = 1000;

/**
 * Returns whether the pixels of a PNG lack their beginning: its first data chunk is not the start of a zlib stream, so that the decoded
 * pixels are black. Returns false for other files.
 */
export async function lacksFirstData(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const read = async (at: number, length: number): Promise<Buffer> => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
      return buffer.subarray(0, bytesRead);
    };
    if ((await read(0, SIGNATURE.length)).toString('latin1') !== SIGNATURE) return false;
    let at = SIGNATURE.length;
    for (let chunk = 0; chunk < MAX_CHUNKS; chunk += 1) {
      const head = await read(at, HEAD_BYTES + 2);
      if (head.length < HEAD_BYTES + 2) return false;
      if (head.toString('latin1', 4, HEAD_BYTES) === 'IDAT') return !isZlib(head.readUInt16BE(HEAD_BYTES));
      at += HEAD_BYTES + head.readUInt32BE(0) + CHECK_BYTES;
    }
    return false;
  } finally {
    await file.close();
  }
}

/** Returns whether the first two bytes of a zlib stream have method 8 and a valid check (RFC 1950, 2.2). */
const isZlib = (head: number): boolean => (head & 0x0f00) === 0x0800 && head % 31 === 0;
