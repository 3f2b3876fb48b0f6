import type { TargetOf } from '../../src/catalog/definition.ts';
import { type FormatName, formatOf } from '../../src/files/formats/names.ts';
import type { TagGroup } from '../../tools/programs/exiftool/copy-tags.ts';
import type { catalog } from './catalog.ts';
import type { ImageOptions } from './options.ts';

/** Targets of this category, as the catalog names them. */
export type Target = TargetOf<typeof catalog>;

/** Formats that the pixel process writes through sharp. */
export type SharpFormat = 'avif' | 'jpg' | 'png' | 'webp' | 'gif' | 'tiff';

/** Formats that it writes with our own writers, and with the tracer (svg). */
export type PixelFormat =
  | SharpFormat
  | 'apng'
  | 'bmp'
  | 'eps'
  | 'icns'
  | 'ico'
  | 'pbm'
  | 'pcx'
  | 'pgm'
  | 'ppm'
  | 'ps'
  | 'svg'
  | 'tga'
  | 'wbmp';

/** Programs that make the target from a PNG if the pixel process cannot write it (encode/finish.ts). */
export type Finisher = 'ffmpeg' | 'magick' | 'heif-enc' | 'cjxl' | 'img2pdf';

export interface TargetFacts {
  readonly name: Target;
  readonly contentType: string;
  /** The type that `identify` must find for the output. */
  readonly identifiedAs: string;
  /** Format that the pixel process writes: the target itself, or a PNG or JPEG for the finisher. */
  readonly pixels: PixelFormat;
  readonly finisher: Finisher | null;
  /** Longest side that the format, or its writer, supports, pixels. */
  readonly longestSide: number;
  /** Whether it supports transparency; else the picture is laid over white. */
  readonly alpha: boolean;
  /** Whether it holds all frames of an animation. */
  readonly animation: boolean;
  /** Whether it holds dots per inch. */
  readonly density: boolean;
  /** Metadata that is written into the finished file (encode/carried.ts). */
  readonly tags: readonly TagGroup[];
  /** Whether it holds more than 8 bits a channel: 16, in AVIF and HEIC 10. */
  readonly deep: boolean;
}

/** Longest side that the catalog allows. */
const ANY_SIDE = 200_000;
/** Longest side that ImageMagick writes: Debian's own policy allows no more, whatever ours says. */
const MAGICK_SIDE = 16_000;

type Others = 'name' | 'contentType' | 'identifiedAs' | 'pixels';

/** @param format identified from the content */
const shared = (
  format: FormatName,
  more: Partial<Omit<TargetFacts, Others>>,
): Omit<TargetFacts, 'name' | 'pixels'> => ({
  contentType: formatOf(format).contentType,
  identifiedAs: format,
  finisher: null,
  longestSide: ANY_SIDE,
  alpha: true,
  animation: false,
  density: false,
  deep: false,
  tags: [],
  ...more,
});

const facts = <Name extends Target & FormatName>(
  name: Name,
  pixels: PixelFormat,
  more: Partial<Omit<TargetFacts, Others>> = {},
): TargetFacts => ({ ...shared(name, more), name, pixels });

/** Returns the facts of one of Netpbm's formats, which are all identified as one. */
const netpbm = (name: 'pbm' | 'pgm' | 'ppm', contentType: string): TargetFacts => ({
  ...shared('pnm', { alpha: false }),
  name,
  contentType,
  pixels: name,
});

/** Returns the facts of a target for a conversion: a PDF is made from a JPEG if a quality or a size is given. */
export const factsFor = (name: Target, { quality, max_file_size }: ImageOptions): TargetFacts =>
  name === 'pdf' && (quality !== undefined || max_file_size !== undefined)
    ? { ...TARGETS.pdf, pixels: 'jpg' }
    : TARGETS[name];

/** Returns the facts for an animation that stays one in the target. Null: it becomes one output per frame. */
export function movingFacts(target: TargetFacts, { animation }: Pick<ImageOptions, 'animation'>): TargetFacts | null {
  if (target.animation) return target;
  return target.name === 'avif' && animation === true ? { ...target, pixels: 'apng', finisher: 'ffmpeg' } : null;
}

const EVERY_TAG: readonly TagGroup[] = ['EXIF', 'IPTC', 'XMP'];

/** Every target; the key is also the extension. */
export const TARGETS: Readonly<Record<Target, TargetFacts>> = {
  apng: facts('apng', 'apng', { animation: true }),
  avif: facts('avif', 'avif', { longestSide: 16_384, deep: true }),
  bmp: facts('bmp', 'bmp', { density: true }),
  eps: facts('eps', 'eps', { alpha: false, density: true }),
  exr: facts('exr', 'png', { finisher: 'magick', longestSide: MAGICK_SIDE, deep: true }),
  gif: facts('gif', 'gif', { longestSide: 65_535, animation: true, tags: ['XMP'] }),
  heic: facts('heic', 'png', { finisher: 'heif-enc', longestSide: 16_384, deep: true }),
  icns: facts('icns', 'icns'),
  ico: facts('ico', 'ico'),
  jp2: facts('jp2', 'png', { finisher: 'magick', longestSide: MAGICK_SIDE, deep: true, tags: EVERY_TAG }),
  jpg: facts('jpg', 'jpg', { longestSide: 65_500, alpha: false, density: true, tags: ['IPTC'] }),
  jxl: facts('jxl', 'png', { finisher: 'cjxl', deep: true, tags: ['EXIF', 'XMP'] }),
  pbm: netpbm('pbm', 'image/x-portable-bitmap'),
  pcx: facts('pcx', 'pcx', { longestSide: 65_534, alpha: false, density: true }),
  pdf: facts('pdf', 'png', { finisher: 'img2pdf', alpha: false, density: true, tags: ['XMP'] }),
  pgm: netpbm('pgm', 'image/x-portable-graymap'),
  png: facts('png', 'png', { density: true, deep: true }),
  ppm: netpbm('ppm', 'image/x-portable-pixmap'),
  ps: facts('ps', 'ps', { alpha: false, density: true }),
  psd: facts('psd', 'png', {
    finisher: 'magick',
    longestSide: MAGICK_SIDE,
    density: true,
    deep: true,
    tags: EVERY_TAG,
  }),
  svg: facts('svg', 'svg'),
  tga: facts('tga', 'tga', { longestSide: 65_535 }),
  tiff: facts('tiff', 'tiff', { density: true, deep: true, tags: EVERY_TAG }),
  wbmp: facts('wbmp', 'wbmp', { alpha: false }),
  webp: facts('webp', 'webp', { longestSide: 16_383, animation: true }),
};
