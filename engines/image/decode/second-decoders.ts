import type { Decoder } from './decoder.ts';
import { ffmpeg } from './ffmpeg.ts';
import { heif } from './heif.ts';
import { magick, SPREAD } from './magick.ts';
import { pillow } from './pillow.ts';
import { tiffSamples } from './tiff-samples.ts';

/** Formats for which a decoder was silently wrong: two decoders read each picture. */
export const ALWAYS: ReadonlySet<string> = new Set(['cur', 'dds', 'ico', 'tga']);

/**
 * Decoders for a second opinion on a format, which share no code with the first. They are used for every picture of a format in ALWAYS, and
 * for other formats if the first decoder warns or the picture has only one colour.
 */
export const SECOND: Readonly<Record<string, readonly Decoder[]>> = {
  avif: [heif],
  bmp: [pillow('BMP'), ffmpeg('bmp_pipe')],
  cur: [pillow('CUR')],
  dcm: [magick('dcm', { operations: SPREAD })],
  dds: [pillow('DDS')],
  dpx: [ffmpeg('dpx_pipe')],
  exr: [ffmpeg('exr_pipe')],
  gif: [pillow('GIF')],
  heic: [magick('heic')],
  ico: [pillow('ICO')],
  j2c: [pillow('JPEG2000')],
  jp2: [pillow('JPEG2000')],
  jpg: [magick('jpeg')],
  jpx: [pillow('JPEG2000')],
  jxl: [ffmpeg('jpegxl_pipe')],
  pcx: [pillow('PCX')],
  png: [pillow('PNG')],
  pnm: [pillow('PPM')],
  psd: [pillow('PSD')],
  ras: [pillow('SUN')],
  sgi: [pillow('SGI')],
  tga: [pillow('TGA')],
  tiff: [tiffSamples, pillow('TIFF')],
  webp: [pillow('WEBP')],
  xbm: [pillow('XBM')],
  xpm: [pillow('XPM')],
};
