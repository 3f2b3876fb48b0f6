import type { Sharp } from 'sharp';
import { EFFORT, QUALITY } from '../catalog-writing.ts';
import type { ImageOptions } from '../options.ts';
import type { SharpFormat, TargetFacts } from '../targets.ts';
import { gifEffort, webpEffort } from './effort.ts';

/** Options of an encoder. */
export type Encoding = Pick<ImageOptions, 'quality' | 'lossless' | 'effort' | 'progressive'>;

/** Bits per channel that every decoder reads (AV1's main profile). */
const DEEP_AVIF = 10;

/**
 * Encodes with sharp. By default, lossy formats are about as similar to the source as a JPEG of quality 85, by SSIM (the table in
 * README.md); `asked` overrides that. AVIF of effort 3 is 4.4 times faster than sharp's default of 4, for 4.5 % more bytes.
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
      return pipeline.jpeg({
        quality: asked.quality ?? QUALITY.jpg,
        progressive,
        // Chooses coefficients by what they cost, which takes five times as long.
        mozjpeg: (asked.effort ?? EFFORT.jpg) > EFFORT.jpg,
      });
    case 'png':
      // img2pdf embeds compressed pixels unchanged; other finishers unpack them at once. Filters make photographs a fifth smaller.
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

/** For formats that require a density: that of screens when these formats were made. */
const UNKNOWN_DENSITY = 72;

/** Writes the density as the only tag, unless Exif data is kept: sharp would otherwise keep tags of the source together with it. */
export function withDensity(pipeline: Sharp, density: number | null, keepsExif = false): Sharp {
  return (keepsExif ? pipeline : pipeline.withExif({})).withDensity(density ?? UNKNOWN_DENSITY);
}
