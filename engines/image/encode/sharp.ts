import type { Sharp } from 'sharp';
import { EFFORT, QUALITY } from '../catalog-writing.ts';
import type { ImageOptions } from '../options.ts';
import type { SharpFormat, TargetFacts } from '../targets.ts';
import { gifEffort, webpEffort } from './effort.ts';

/** What an encoder is asked. */
export type Encoding = Pick<ImageOptions, 'quality' | 'lossless' | 'effort' | 'progressive'>;

/** Bits a channel: what every decoder reads (AV1's main profile). */
const DEEP_AVIF = 10;

/**
 * What sharp writes, and in what quality: lossy formats as like the source as a JPEG of quality 85, by SSIM (the table in
 * README.md) where `asked` says nothing else. AVIF of effort 3 is 4.4 times faster than sharp's own 4, for 4.5 % more bytes.
 */
export function encoded(
  pipeline: Sharp,
  format: SharpFormat,
  { finisher }: Pick<TargetFacts, 'finisher'>,
  asked: Encoding,
  isDeep = false,
): Sharp {
  const { lossless = false, progressive = false } = asked;
  switch (format) {
    case 'avif':
      return pipeline.avif({
        quality: asked.quality ?? QUALITY.avif,
        effort: asked.effort ?? EFFORT.avif,
        lossless,
        bitdepth: isDeep ? DEEP_AVIF : 8,
      });
    case 'jpg':
      return pipeline.jpeg({ quality: asked.quality ?? QUALITY.jpg, progressive });
    case 'png':
      // img2pdf takes the packed pixels as they are; other finishers unpack them at once. Filters make photographs smaller by a fifth.
      return finisher === null || finisher === 'img2pdf'
        ? pipeline.png({ compressionLevel: asked.effort ?? EFFORT.png, adaptiveFiltering: true, progressive })
        : pipeline.png({ compressionLevel: 1 });
    case 'webp':
      return pipeline.webp({
        quality: asked.quality ?? QUALITY.webp,
        effort: webpEffort(asked.effort ?? EFFORT.webp),
        lossless,
      });
    case 'gif':
      return pipeline.gif({ effort: gifEffort(asked.effort ?? EFFORT.gif), progressive });
    case 'tiff':
      return pipeline.tiff({ compression: 'deflate', predictor: 'horizontal' });
  }
}

/** Of formats whose density cannot be left out: what screens had when they were made. */
const UNKNOWN_DENSITY = 72;

/**
 * The only tag that is written, unless Exif data is kept: nothing of the source's goes on otherwise, which sharp would keep together
 * with the density.
 */
export function withDensity(pipeline: Sharp, density: number | null, keepsExif = false): Sharp {
  return (keepsExif ? pipeline : pipeline.withExif({})).withDensity(density ?? UNKNOWN_DENSITY);
}
