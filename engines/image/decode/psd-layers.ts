import { MAGICK } from '../../../tools/programs/imagemagick/magick.ts';
import { type Decoder, damaged, picturesIn } from './decoder.ts';
import { runExtended } from './magick.ts';
import { type Reader, withReader } from './reader.ts';

export const PSD_HEADER = 26;
/** Version number of a PSB, whose lengths have 8 bytes. */
export const PSD_LARGE = 2;

/**
 * Decodes a PSD or PSB that ends before its merged picture, which is the last part: flattens its complete layers ("Adobe Photoshop File
 * Formats Specification", Layer and Mask Information Section). Layers of more than 8 bits are stored elsewhere, and are refused.
 */
export const psdLayers: Decoder = {
  name: 'ImageMagick',
  programs: [MAGICK],
  async unpack(unpacking) {
    const found = await withReader(unpacking.input.path, layersOf);
    if (found === null || found.complete === 0)
      throw damaged('it ends before the merged picture, and no layer is complete');
    const { complete, all } = found;
    const after = ['-background', 'none', '-flatten'];
    const path = await runExtended({ format: 'psd', which: `[1-${complete}]`, after, as: 'tiff' }, unpacking);
    const message = `The file ends before the merged picture. ${complete} of its ${all} layers are complete, and were put together; effects and adjustments of layers are lost.`;
    unpacking.context.warn('input_truncated', message, { layers: complete, of: all });
    return picturesIn([path], unpacking);
  },
};

/** Returns whether a PSD or PSB ends before the first byte of its merged picture. */
export const psdEndsInLayers = (path: string): Promise<boolean> =>
  withReader(path, async (reader) => (await layersOf(reader)) !== null);

/** Reads a length of 4 or 8 bytes; null if the file ends before it. */
export async function psdLengthAt(at: number, width: number, read: Reader['read']): Promise<number | null> {
  const length = await read(at, width);
  if (length === null) return null;
  return width === 8 ? Number(length.readBigUInt64BE()) : length.readUInt32BE();
}

/** Counts the layers whose channels are complete; null if the file does not end among them. */
async function layersOf({ size, read }: Reader): Promise<{ readonly complete: number; readonly all: number } | null> {
  const header = await read(0, PSD_HEADER);
  if (header === null) return null;
  const width = header.readUInt16BE(4) === PSD_LARGE ? 8 : 4;
  let at = PSD_HEADER;
  // Skips the colour and resource sections.
  for (let section = 0; section < 2; section += 1) {
    const length = await psdLengthAt(at, 4, read);
    if (length === null) return null;
    at += 4 + length;
  }
  const length = await psdLengthAt(at, width, read);
  if (length === null || at + width + length + 2 <= size) return null;
  // Length of the records and pixels, and number of layers: negative if the first has the transparency of the merged picture.
  at += 2 * width;
  const count = await read(at, 2);
  if (count === null) return null;
  const all = Math.abs(count.readInt16BE());
  at += 2;
  const layerBytes: number[] = [];
  for (let layer = 0; layer < all; layer += 1) {
    const channels = (await read(at + 16, 2))?.readUInt16BE();
    if (channels === undefined) return { complete: 0, all };
    at += 18;
    let bytes = 0;
    for (let channel = 0; channel < channels; channel += 1) {
      const channelBytes = await psdLengthAt(at + 2, width, read);
      if (channelBytes === null) return { complete: 0, all };
      bytes += channelBytes;
      at += 2 + width;
    }
    layerBytes.push(bytes);
    // Signature, blend mode, opacity, clipping, flags, filler.
    const extra = await psdLengthAt(at + 12, 4, read);
    if (extra === null) return { complete: 0, all };
    at += 16 + extra;
  }
  const incomplete = layerBytes.findIndex((bytes) => {
    at += bytes;
    return at > size;
  });
  return { complete: incomplete === -1 ? all : incomplete, all };
}
