import type { Sharp } from 'sharp';
import type { Finisher, SharpFormat } from '../targets.ts';

/**
 * What sharp writes, and in what quality: lossy formats as like the source as a JPEG of quality 85, by SSIM (the table in
 * README.md). AVIF of effort 3 is 4.4 times faster than sharp's own 4, for 4.5 % more bytes.
 * @param finisher the program that a PNG is for; null: it is the target
 */
export function encoded(pipeline: Sharp, format: SharpFormat, finisher: Finisher | null): Sharp {
  switch (format) {
    case 'avif':
      return pipeline.avif({ quality: 60, effort: 3 });
    case 'jpg':
      return pipeline.jpeg({ quality: 85 });
    case 'png':
      // img2pdf takes the packed pixels as they are; other finishers unpack them at once. Filters make photographs smaller by a fifth.
      return finisher === null || finisher === 'img2pdf'
        ? pipeline.png({ compressionLevel: 6, adaptiveFiltering: true })
        : pipeline.png({ compressionLevel: 1 });
    case 'webp':
      return pipeline.webp({ quality: 80 });
    case 'gif':
      return pipeline.gif();
    case 'tiff':
      return pipeline.tiff({ compression: 'deflate', predictor: 'horizontal' });
  }
}

/** Of formats whose density cannot be left out: what screens had when they were made. */
const UNKNOWN_DENSITY = 72;

/** The only tag that is written: nothing of the source's Exif data goes on, which sharp would keep together with the density. */
export function withDensity(pipeline: Sharp, density: number | null): Sharp {
  return pipeline.withExif({}).withDensity(density ?? UNKNOWN_DENSITY);
}
