import type { TargetOf } from '../../src/catalog/definition.ts';
import { type FormatName, formatOf } from '../../src/files/formats/names.ts';
import type { TagGroup } from '../../tools/exiftool/copy-tags.ts';
import type { catalog } from './catalog.ts';
import type { ImageOptions } from './options.ts';

/** What this category makes, as the catalog names it. */
export type Target = TargetOf<typeof catalog>;

/** What the process of pixels writes through sharp. */
export type SharpFormat = 'avif' | 'jpg' | 'png' | 'webp' | 'gif' | 'tiff';

/** What it writes by writers of our own, and by the tracer (svg). */
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
  | 'svg'
  | 'tga';

/** The program that makes the target of a PNG, where the process of pixels cannot write it (encode/finish.ts). */
export type Finisher = 'ffmpeg' | 'magick' | 'heif-enc' | 'cjxl' | 'img2pdf';

export interface TargetFacts {
  readonly name: Target;
  readonly contentType: string;
  /** The type that `identify` must find for the output. */
  readonly identifiedAs: string;
  /** What the process of pixels writes: the target itself, or a PNG or JPEG for the finisher. */
  readonly pixels: PixelFormat;
  readonly finisher: Finisher | null;
  /** The longest side that the format, or its writer, holds, pixels. */
  readonly longestSide: number;
  /** Holds transparency; else the picture is laid over white. */
  readonly alpha: boolean;
  /** Holds all frames of an animation. */
  readonly animation: boolean;
  /** Holds dots an inch. */
  readonly density: boolean;
  /** Metadata that is put into the finished file (encode/carried.ts). */
  readonly tags: readonly TagGroup[];
  /** Holds more than 8 bits a channel: 16, in AVIF and HEIC 10. */
  readonly deep: boolean;
}

/** The largest side that the catalog lets anyone ask for. */
const ANY_SIDE = 200_000;
/** Of what ImageMagick writes: Debian's own policy allows no more, whatever ours says. */
const MAGICK_SIDE = 16_000;

type Others = 'name' | 'contentType' | 'identifiedAs' | 'pixels';

/** @param format as its content is identified */
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

/** One of Netpbm's formats, which are identified as one. */
const netpbm = (name: 'pbm' | 'pgm' | 'ppm', contentType: string): TargetFacts => ({
  ...shared('pnm', { alpha: false }),
  name,
  contentType,
  pixels: name,
});

/** The facts of a target, for a conversion: a PDF is made of a JPEG where a quality or a size is asked for. */
export const factsFor = (name: Target, { quality, max_file_size }: ImageOptions): TargetFacts =>
  name === 'pdf' && (quality !== undefined || max_file_size !== undefined)
    ? { ...TARGETS.pdf, pixels: 'jpg' }
    : TARGETS[name];

/** The facts of an animation, where it stays one in a target; null: it becomes an output a frame. */
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
  webp: facts('webp', 'webp', { longestSide: 16_383, animation: true }),
};
