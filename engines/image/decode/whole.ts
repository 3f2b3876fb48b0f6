import { ENDS_EARLY } from '../job.ts';
import type { Decoder } from './decoder.ts';
import { PSD_HEADER, PSD_LARGE, psdLengthAt } from './psd-layers.ts';
import { type Reader, withReader } from './reader.ts';

/** Adds a warning to a decoder that does not report files that end early. */
export const watched = (decoder: Decoder, endsEarly: (path: string) => Promise<boolean>): Decoder => ({
  ...decoder,
  async unpack(unpacking) {
    if (await endsEarly(unpacking.input.path)) unpacking.context.warn('input_truncated', ENDS_EARLY);
    return decoder.unpack(unpacking);
  },
});

/**
 * Returns whether a GIF ends before its trailer (GIF89a, 27). It follows the blocks one by one: data after the trailer, such as padding,
 * does not count.
 */
export const gifEndsEarly = (path: string): Promise<boolean> =>
  withReader(path, async (reader) => !(await hasTrailer(reader)));

/** Returns whether a PSD or PSB ends before its sections or merged samples are complete ("Adobe Photoshop File Formats Specification"). */
export const psdEndsEarly = (path: string): Promise<boolean> =>
  withReader(path, async (reader) => ((await psdEnd(reader)) ?? 0) > reader.size);

const GIF_HEADER = 13;
const GIF_TRAILER = 0x3b;
const GIF_EXTENSION = 0x21;
const GIF_IMAGE = 0x2c;
const GIF_DESCRIPTOR = 9;

async function hasTrailer({ read }: Reader): Promise<boolean> {
  const byteAt = async (at: number): Promise<number | null> => (await read(at, 1))?.[0] ?? null;
  const tableAfter = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));
  let at = GIF_HEADER + tableAfter((await byteAt(10)) ?? 0);
  for (;;) {
    const block = await byteAt(at);
    if (block === GIF_TRAILER) return true;
    if (block === GIF_EXTENSION) at += 2;
    else if (block === GIF_IMAGE) at += 2 + GIF_DESCRIPTOR + tableAfter((await byteAt(at + GIF_DESCRIPTOR)) ?? 0);
    // Zeros between blocks are padding.
    else if (block === 0) {
      at += 1;
      continue;
    } else return false;
    // Sub-blocks, each preceded by its length, up to an empty one.
    for (let length = await byteAt(at); length !== 0; length = await byteAt(at)) {
      if (length === null) return false;
      at += 1 + length;
    }
    at += 1;
  }
}

const RAW = 0;
const PACKED_BY_ROW = 1;

/** Returns the end of the merged picture, or of the section in which the file ends; null if the compression does not show it. */
async function psdEnd({ size, read }: Reader): Promise<number | null> {
  const header = await read(0, PSD_HEADER);
  if (header === null) return PSD_HEADER;
  const isLarge = header.readUInt16BE(4) === PSD_LARGE;
  const [channels, rows, columns, depth] = [
    header.readUInt16BE(12),
    header.readUInt32BE(14),
    header.readUInt32BE(18),
    header.readUInt16BE(22),
  ];
  let at = PSD_HEADER;
  // Sections: colours, resources, layers.
  for (const width of [4, 4, isLarge ? 8 : 4]) {
    const length = await psdLengthAt(at, width, read);
    if (length === null) return size + 1;
    at += width + length;
  }
  const packing = await read(at, 2);
  if (packing === null) return size + 1;
  at += 2;
  const lines = channels * rows;
  if (packing.readUInt16BE() === RAW) return at + lines * Math.ceil((columns * depth) / 8);
  if (packing.readUInt16BE() !== PACKED_BY_ROW) return null;
  const width = isLarge ? 4 : 2;
  let end = at + lines * width;
  for (let line = 0; line < lines; line += 1) {
    const length = await read(at + line * width, width);
    if (length === null) return size + 1;
    end += width === 4 ? length.readUInt32BE() : length.readUInt16BE();
  }
  return end;
}
