import { crc32 } from 'node:zlib';

/** Bytes that every PNG begins with (PNG 3, 5.2). */
export const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/** Bytes of a chunk's length, type and checksum. */
const AROUND = 12;

/** Bytes of the signature and IHDR, which is the first chunk (PNG 3, 11.2.1). */
export const HEADER_END = 33;

/** Returns a chunk of a PNG: length, type, data, checksum (PNG 3, 5.3). */
export function chunkOf(type: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(AROUND + data.length);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4, 'latin1');
  data.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length);
  return chunk;
}

/** Returns the chunks of a PNG that are complete, without looking at their checksums. */
export function* chunksIn(png: Buffer): Generator<{ readonly type: string; readonly data: Buffer }> {
  for (let at = SIGNATURE.length; at + AROUND <= png.length; ) {
    const end = at + 8 + png.readUInt32BE(at);
    if (end + 4 > png.length) return;
    yield { type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, end) };
    at = end + 4;
  }
}

/** Returns the compressed pixels of a PNG: the data of all IDAT chunks. */
export function pixelsIn(png: Buffer): Buffer {
  return Buffer.concat([...chunksIn(png)].flatMap(({ type, data }) => (type === 'IDAT' ? [data] : [])));
}
