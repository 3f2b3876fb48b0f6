import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { u16le, u32le } from '../../../src/files/formats/byte-source.ts';
import { type Decoder, INPUT } from './decoder.ts';
import { headOf } from './variants.ts';

/** Bytes of the header that a BMP file has before the header of the bitmap. */
const FILE_HEADER = 14;
/** Bytes of the header that colour masks may follow; later headers contain them. */
const FIRST_HEADER = 40;
const BITFIELDS = 3;
const MASKS = 12;
/** Up to this many bits a bitmap has a palette, even if it does not state the number of colours. */
const PALETTE_BITS = 8;
const COLOR = 4;

/** Returns the header of a BMP file for a bitmap without one (Microsoft, "BITMAPFILEHEADER"). @param size bytes of the bitmap */
export function bmpHeader(head: Buffer, size: number): Buffer {
  const [header, bits, used] = [u32le(head, 0), u16le(head, 14), u32le(head, 32)];
  const masks = header === FIRST_HEADER && u32le(head, 16) === BITFIELDS ? MASKS : 0;
  const colors = used > 0 ? used : bits <= PALETTE_BITS ? 2 ** bits : 0;
  const result = Buffer.alloc(FILE_HEADER);
  result.write('BM', 'latin1');
  result.writeUInt32LE(FILE_HEADER + size, 2);
  // A damaged number of colours leaves no pixels, which the decoder reports.
  result.writeUInt32LE(Math.min(FILE_HEADER + header + masks + colors * COLOR, FILE_HEADER + size), 10);
  return result;
}

/** Makes a decoder of BMP files decode bitmaps without a file header, as the Windows clipboard has them. */
export const headed = (decoder: Decoder): Decoder => ({
  ...decoder,
  async unpack(unpacking) {
    const { input } = unpacking;
    const folder = join(unpacking.folder, 'headed');
    await mkdir(folder);
    const path = join(folder, INPUT);
    const header = bmpHeader(await headOf(input.path), input.size);
    async function* parts() {
      yield header;
      yield* createReadStream(input.path);
    }
    await pipeline(parts, createWriteStream(path, { flags: 'wx' }));
    return decoder.unpack({ ...unpacking, folder, input: { ...input, path, size: input.size + FILE_HEADER } });
  },
});
