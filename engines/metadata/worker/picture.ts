import sharp from 'sharp';
import type { Facts } from '../schema/document.ts';
import { found, text } from '../values.ts';

type Image = NonNullable<Facts['image']>;

/** Bits of libvips' number types; for a palette or black and white, `bitsPerSample` is more exact. */
const DEPTHS: Readonly<Record<string, number>> = {
  uchar: 8,
  char: 8,
  ushort: 16,
  short: 16,
  uint: 32,
  int: 32,
  float: 32,
  double: 64,
};

const MAX_DELAYS = 1000;

/** Reads the header of a picture with libvips; null if it does not support the format, or the file is damaged. */
export async function pictureFacts(path: string): Promise<Facts | null> {
  const metadata = await sharp(path, { limitInputPixels: false, pages: 1 })
    .metadata()
    .catch(() => null);
  if (metadata === null) return null;
  const { delay = [], format } = metadata;
  return {
    image: found<Image>({
      width_pixels: metadata.width,
      // Height of one frame: frames are stored one below the other.
      height_pixels: metadata.pageHeight ?? metadata.height,
      frames: metadata.pages,
      frame_delays_milliseconds: delay.length > 0 ? delay.slice(0, MAX_DELAYS) : undefined,
      loops: metadata.loop,
      color_space: format === 'svg' ? undefined : text(metadata.space),
      channels: format === 'svg' ? undefined : metadata.channels,
      has_alpha: format === 'svg' ? undefined : metadata.hasAlpha,
      bit_depth: format === 'svg' ? undefined : (metadata.bitsPerSample ?? DEPTHS[metadata.depth ?? '']),
      palette: metadata.isPalette || undefined,
      compression: text(metadata.compression),
      progressive: metadata.isProgressive,
      chroma_subsampling: text(metadata.chromaSubsampling),
      orientation: metadata.orientation,
    }),
  };
}
