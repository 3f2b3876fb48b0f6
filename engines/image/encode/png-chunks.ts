import { crc32 } from 'node:zlib';

const SIGNATURE_BYTES = 8;
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

/** Returns the compressed pixels of one of our own PNGs: the data of all IDAT chunks. */
export function pixelsIn(png: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = SIGNATURE_BYTES; at + AROUND <= png.length; at += AROUND + png.readUInt32BE(at)) {
    const isPixels = png.toString('latin1', at + 4, at + 8) === 'IDAT';
    if (isPixels) parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  }
  return Buffer.concat(parts);
}
