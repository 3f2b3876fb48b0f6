import type { Config } from '@neplex/vectorizer';
import sharp from 'sharp';
import type { PictureWarning } from '../job.ts';
import { missingPackage } from '../missing-package.ts';
import type { Pixels } from '../picture.ts';

/** Values of the package's enumerations, which are erased types: stacked areas, curves, two colours, all colours. */
const STACKED = 0;
const SPLINE = 2;
const COLOR = 0;
const BINARY = 1;

/**
 * Pixels above which a smaller copy is traced. A million pixels of a photograph take some seconds and make some megabytes of paths; pure
 * noise, the worst case, takes twelve seconds and 12 MB.
 */
const MOST_TRACED = 1_000_000;
/** A drawing with more paths is traced again, coarser: browsers need seconds to draw more. */
const MOST_PATHS = 20_000;
/** Patches of so many pixels are dropped, in the first tracing and in that of a picture with too many paths. */
const SPECKLES = [4, 10, 25] as const;

const CONFIG = {
  hierarchical: STACKED,
  colorPrecision: 8,
  layerDifference: 8,
  mode: SPLINE,
  cornerThreshold: 60,
  lengthThreshold: 4,
  maxIterations: 10,
  spliceThreshold: 45,
  pathPrecision: 1,
} as const satisfies Omit<Config, 'colorMode' | 'filterSpeckle'>;

/**
 * Traces the outlines of areas of similar colour, at the size of the picture. A pixel is either transparent or opaque: it is opaque from
 * half opacity on. A picture of pure black and white is traced as such.
 */
export async function encodeSvg(
  pixels: Pixels,
  warn: (warning: PictureWarning) => void,
  mostPaths = MOST_PATHS,
): Promise<string> {
  const { width, height } = pixels;
  // Loaded only for drawings: all other targets work without it.
  const { vectorizeRaw } = await import('@neplex/vectorizer').catch((error: unknown) => {
    throw missingPackage('@neplex/vectorizer', 'drawings of pictures', error);
  });
  const traced = await reduced(pixels);
  if (traced.width < width) {
    const message = `The picture of ${width} x ${height} pixels was traced in ${traced.width} x ${traced.height}, the most that tracing takes; the drawing is as large as the picture, but has fewer details.`;
    warn({ code: 'output_limited', message });
  }
  const colorMode = harden(traced.data) ? BINARY : COLOR;
  const layered = colorMode === BINARY ? traced.data : posterized(traced.data);
  let svg = '';
  let speckle = 0;
  for (speckle of SPECKLES) {
    const size = { width: traced.width, height: traced.height };
    svg = await vectorizeRaw(layered, size, { ...CONFIG, colorMode, filterSpeckle: speckle });
    if (countPaths(svg) <= mostPaths) break;
  }
  if (speckle > SPECKLES[0]) {
    const message = `The picture has too many details for a drawing: patches below ${speckle} x ${speckle} pixels were left out.`;
    warn({ code: 'output_limited', message });
  }
  const root = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${traced.width} ${traced.height}">`;
  return svg.replace(/^[\s\S]*?<svg[^>]*>/, root);
}

const countPaths = (svg: string): number => svg.split('<path').length - 1;

interface Rgba {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

/** Returns red, green, blue and alpha; large pictures are scaled down. */
async function reduced({ data, width, height, channels }: Pixels): Promise<Rgba> {
  const whole = sharp(data, { raw: { width, height, channels }, limitInputPixels: false })
    .toColourspace('srgb')
    .ensureAlpha();
  const factor = Math.sqrt(MOST_TRACED / (width * height));
  const small =
    factor >= 1
      ? whole
      : whole.resize({
          width: Math.max(1, Math.floor(width * factor)),
          height: Math.max(1, Math.floor(height * factor)),
          fit: 'fill',
        });
  const { data: rgba, info } = await small.raw().toBuffer({ resolveWithObject: true });
  return { data: rgba, width: info.width, height: info.height };
}

/** Makes every pixel fully opaque or transparent. Returns whether all are opaque, and black or white. */
function harden(rgba: Buffer): boolean {
  let isBlackAndWhite = true;
  for (let index = 0; index < rgba.length; index += 4) {
    const isOpaque = (rgba[index + 3] ?? 0) >= 128;
    rgba[index + 3] = isOpaque ? 255 : 0;
    const red = rgba[index] ?? 0;
    const isPure = (red === 0 || red === 255) && rgba[index + 1] === red && rgba[index + 2] === red;
    if (!isOpaque || !isPure) isBlackAndWhite = false;
  }
  return isBlackAndWhite;
}

/** Bits of each channel by which colours are distinguished. */
const TOLD_APART = 5;
const BINS = 2 ** (3 * TOLD_APART);

/**
 * Reduces the picture to fewer colours, each the mean of those that it replaces, so that plain areas keep theirs. Otherwise the tracer
 * follows a gradient from pixel to pixel and makes one area of it.
 */
function posterized(rgba: Buffer): Buffer {
  const count = new Uint32Array(BINS);
  const sums = [new Float64Array(BINS), new Float64Array(BINS), new Float64Array(BINS)] as const;
  const shift = 8 - TOLD_APART;
  const binOf = (at: number): number =>
    ((((rgba[at] ?? 0) >> shift) << TOLD_APART) | ((rgba[at + 1] ?? 0) >> shift)) * 2 ** TOLD_APART +
    ((rgba[at + 2] ?? 0) >> shift);
  for (let at = 0; at < rgba.length; at += 4) {
    if (rgba[at + 3] === 0) continue;
    const bin = binOf(at);
    count[bin] = (count[bin] ?? 0) + 1;
    for (const [channel, sum] of sums.entries()) sum[bin] = (sum[bin] ?? 0) + (rgba[at + channel] ?? 0);
  }
  const result = Buffer.from(rgba);
  for (let at = 0; at < rgba.length; at += 4) {
    if (rgba[at + 3] === 0) continue;
    const bin = binOf(at);
    for (const [channel, sum] of sums.entries()) {
      result[at + channel] = Math.round((sum[bin] ?? 0) / (count[bin] ?? 1));
    }
  }
  return result;
}
