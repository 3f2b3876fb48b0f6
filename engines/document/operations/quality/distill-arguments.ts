import type { Shrinking } from '../../../../tools/formats/pdf-images/change-images.ts';
import type { PdfOptions } from '../operation.ts';

/** How Ghostscript encodes the images that it does not pass on unchanged. QFactor multiplies the standard's quantization tables. */
export interface JpegCoding {
  readonly qFactor: number;
  /** Whether colour has half the resolution in both directions (4:2:0). */
  readonly halfColor: boolean;
}

/** How images are written. */
export interface ImageSettings {
  /**
   * `keep`: JPEG and JPEG 2000 unchanged, all else lossless. `auto`: JPEG if Ghostscript finds a photo, else lossless; images that are JPEG
   * already stay unchanged. `recode`: like auto, but JPEG is re-encoded.
   */
  readonly coding: 'keep' | 'auto' | 'recode';
  /** Also used by `keep`, where a change of colour or density makes a new image of a JPEG. */
  readonly jpeg: JpegCoding;
  /** Images of a higher density are brought down to this one. Null: images keep their density. */
  readonly downsample: { readonly dpi: number; readonly monoDpi: number; readonly threshold: number } | null;
}

/** What one pass of Ghostscript does to a PDF. */
export interface Distillation {
  readonly version: string;
  readonly images: ImageSettings;
  readonly color: 'Gray' | 'RGB' | 'CMYK' | null;
  readonly remove: readonly Removal[];
  /** Ghostscript omits the 14 standard fonts if the input does. `all`: it embeds them; `whole`: it also cuts down no font. */
  readonly fonts: 'asInput' | 'all' | 'whole';
  /** Part of ISO 19005 for PDF/A: fonts, colours and structure follow it. */
  readonly pdfA?: 1 | 2 | 3;
}

type Removal = 'IMAGE' | 'TEXT' | 'VECTOR';
type Quality = NonNullable<PdfOptions['quality']>;
type Preset = Omit<Distillation, 'version' | 'remove'>;

const HIGH: JpegCoding = { qFactor: 0.15, halfColor: false };
const KEEP: ImageSettings = { coding: 'keep', jpeg: HIGH, downsample: null };

/**
 * screen, ebook, default, printer and prepress have Ghostscript's own values (gs_pdfwr.ps, `distillersettings`), except that printer leaves
 * colours unchanged instead of making them device-independent. minimum and insane go beyond on either side.
 */
const PRESETS: Readonly<Record<Quality, Preset>> = {
  minimum: {
    images: {
      coding: 'recode',
      jpeg: { qFactor: 2, halfColor: true },
      downsample: { dpi: 48, monoDpi: 150, threshold: 1 },
    },
    color: 'RGB',
    fonts: 'asInput',
  },
  screen: {
    images: {
      coding: 'auto',
      jpeg: { qFactor: 0.76, halfColor: true },
      downsample: { dpi: 72, monoDpi: 300, threshold: 1.5 },
    },
    color: 'RGB',
    fonts: 'asInput',
  },
  ebook: {
    images: {
      coding: 'auto',
      jpeg: { qFactor: 0.76, halfColor: true },
      downsample: { dpi: 150, monoDpi: 300, threshold: 1.5 },
    },
    color: 'RGB',
    fonts: 'asInput',
  },
  default: {
    images: { coding: 'auto', jpeg: { qFactor: 0.9, halfColor: true }, downsample: null },
    color: null,
    fonts: 'asInput',
  },
  printer: {
    images: {
      coding: 'auto',
      jpeg: { qFactor: 0.4, halfColor: false },
      downsample: { dpi: 300, monoDpi: 1200, threshold: 1.5 },
    },
    color: null,
    fonts: 'all',
  },
  prepress: {
    images: { coding: 'auto', jpeg: HIGH, downsample: { dpi: 300, monoDpi: 1200, threshold: 1.5 } },
    color: null,
    fonts: 'all',
  },
  insane: { images: KEEP, color: null, fonts: 'whole' },
};

const COLORS = { gray: 'Gray', rgb: 'RGB', cmyk: 'CMYK' } as const;
const REMOVALS = { remove_images: 'IMAGE', remove_text: 'TEXT', remove_vectors: 'VECTOR' } as const;

/**
 * Returns the one pass that the options ask for. `quality` comes first, else `compression` strong, which equals quality ebook; `dpi`,
 * `images_quality`, `color` and `version` each override what these say about the same thing. Without any of them images are kept unchanged.
 * @param version of the result: 1.4 to 2.0
 */
export function distillationOf(options: PdfOptions, version: string): Distillation {
  const { dpi, images_quality: imagesQuality } = options;
  const base = presetOf(options);
  const color = options.color === undefined ? base.color : COLORS[options.color];
  const makesNewImages = dpi !== undefined || color !== null;
  const coding = base.images.coding === 'keep' && makesNewImages ? 'auto' : base.images.coding;
  return {
    version,
    images: {
      coding: imagesQuality === undefined ? coding : 'recode',
      jpeg: imagesQuality === undefined ? base.images.jpeg : jpegCoding(imagesQuality),
      downsample: dpi === undefined ? base.images.downsample : { dpi, monoDpi: dpi, threshold: 1 },
    },
    color,
    remove: [...new Set((options.filters ?? []).map(({ filter_name: name }) => REMOVALS[name]))],
    fonts: base.fonts,
  };
}

function presetOf({ quality, compression }: PdfOptions): Preset {
  if (quality !== undefined) return PRESETS[quality];
  return compression === 'strong' ? PRESETS.ebook : { images: KEEP, color: null, fonts: 'asInput' };
}

/** Converts the Independent JPEG Group's quality, 1 to 100, to a multiple of the standard's tables (libjpeg, jpeg_quality_scaling). */
export function jpegCoding(quality: number): JpegCoding {
  const scale = quality < 50 ? 50 / quality : (100 - quality) / 50;
  return { qFactor: Math.max(0.01, scale), halfColor: quality < 80 };
}

/** Converts a multiple of the standard's tables to about the quality, 1 to 100, of which jpegCoding makes it. */
const jpegQuality = ({ qFactor }: JpegCoding): number =>
  Math.min(100, Math.max(1, Math.round(qFactor > 1 ? 50 / qFactor : 100 - 50 * qFactor)));

/** Returns the same settings for the images alone, without Ghostscript. */
export const shrinkingOf = ({ coding, jpeg, downsample }: ImageSettings, pack: boolean): Shrinking => ({
  coding,
  quality: jpegQuality(jpeg),
  halfColor: jpeg.halfColor,
  dpi: downsample?.dpi ?? null,
  threshold: downsample?.threshold ?? 1,
  pack,
});

/** Returns Ghostscript's arguments for a pass, without input and output. They end with PostScript that sets what no argument can. */
export function distillArguments({ version, images, color, remove, fonts, pdfA }: Distillation): string[] {
  return [
    `-dCompatibilityLevel=${version}`,
    ...codingArguments(images.coding),
    ...downsampleArguments(images.downsample),
    // Explicit in either case: gs converts colours only on request.
    `-sColorConversionStrategy=${color ?? 'LeaveColorUnchanged'}`,
    ...(color === null ? [] : [`-sProcessColorModel=Device${color}`]),
    ...remove.map((kind) => `-dFILTER${kind}`),
    `-dSubsetFonts=${fonts !== 'whole'}`,
    // 1: gs omits what PDF/A forbids. With 0 it would give up PDF/A and make another kind of PDF without an error.
    ...(pdfA === undefined ? [] : [`-dPDFA=${pdfA}`, '-dPDFACompatibilityPolicy=1']),
    '-c',
    // Set at each page: what setdistillerparams sets before holds only for the first page (Ghostscript 10.0).
    `<< /BeginPage { pop << ${parameters(images.jpeg, fonts)} >> setdistillerparams } >> setpagedevice`,
  ];
}

const KINDS = ['Color', 'Gray'];

function codingArguments(coding: ImageSettings['coding']): string[] {
  const passThrough = coding !== 'recode';
  return [
    `-dPassThroughJPEGImages=${passThrough}`,
    `-dPassThroughJPXImages=${passThrough}`,
    ...KINDS.flatMap((kind) =>
      coding === 'keep'
        ? [`-dAutoFilter${kind}Images=false`, `-d${kind}ImageFilter=/FlateEncode`]
        : [`-dAutoFilter${kind}Images=true`],
    ),
  ];
}

function downsampleArguments(downsample: ImageSettings['downsample']): string[] {
  return [...KINDS, 'Mono'].flatMap((kind) => {
    if (downsample === null) return [`-dDownsample${kind}Images=false`];
    return [
      `-dDownsample${kind}Images=true`,
      `-d${kind}ImageDownsampleType=/${kind === 'Mono' ? 'Subsample' : 'Bicubic'}`,
      `-d${kind}ImageResolution=${kind === 'Mono' ? downsample.monoDpi : downsample.dpi}`,
      `-d${kind}ImageDownsampleThreshold=${downsample.threshold}`,
    ];
  });
}

/** Returns PostScript for dictionaries and arrays. It contains only our own numbers and names, nothing from a user. */
function parameters(jpeg: JpegCoding, fonts: Distillation['fonts']): string {
  const samples = jpeg.halfColor ? '[2 1 1 2]' : '[1 1 1 1]';
  const coding = `<< /QFactor ${jpeg.qFactor} /Blend 1 /ColorTransform 1 /HSamples ${samples} /VSamples ${samples} >>`;
  const images = KINDS.flatMap((kind) => [`/${kind}ImageDict ${coding}`, `/${kind}ACSImageDict ${coding}`]);
  return [...images, ...(fonts === 'asInput' ? [] : ['/NeverEmbed []'])].join(' ');
}
