import type { Shrinking } from '../../../tools/pdf-images/change-images.ts';
import type { PdfOptions } from './operation.ts';

/** How Ghostscript codes the images that it does not pass on as they are. QFactor multiplies the standard's quantization tables. */
export interface JpegCoding {
  readonly qFactor: number;
  /** Colour at half the resolution in both directions (4:2:0). */
  readonly halfColor: boolean;
}

/** How images are written. */
export interface ImageSettings {
  /**
   * `keep`: JPEG and JPEG 2000 as they are, all else without loss. `auto`: JPEG where Ghostscript finds a photo, else without
   * loss; what is JPEG already stays as it is. `recode`: like auto, but JPEG is re-encoded.
   */
  readonly coding: 'keep' | 'auto' | 'recode';
  /** Also for `keep`, where a change of colour or density makes a new image of a JPEG. */
  readonly jpeg: JpegCoding;
  /** Density that images above it are brought down to; null: none is. */
  readonly downsample: { readonly dpi: number; readonly monoDpi: number; readonly threshold: number } | null;
}

/** What one pass of Ghostscript does to a PDF. */
export interface Distillation {
  readonly version: string;
  readonly images: ImageSettings;
  readonly color: 'Gray' | 'RGB' | 'CMYK' | null;
  readonly remove: readonly Removal[];
  /** Ghostscript leaves the 14 standard fonts out where the input does; `all`: puts them in; `whole`: and no font is cut down. */
  readonly fonts: 'asInput' | 'all' | 'whole';
  /** For PDF/A, by the part of ISO 19005: fonts, colours and structure as that has them. */
  readonly pdfA?: 1 | 2 | 3;
}

type Removal = 'IMAGE' | 'TEXT' | 'VECTOR';
type Quality = NonNullable<PdfOptions['quality']>;
type Preset = Omit<Distillation, 'version' | 'remove'>;

const HIGH: JpegCoding = { qFactor: 0.15, halfColor: false };
const KEEP: ImageSettings = { coding: 'keep', jpeg: HIGH, downsample: null };

/**
 * The values of screen, ebook, default, printer and prepress are Ghostscript's own (gs_pdfwr.ps, `distillersettings`), but that
 * printer leaves colours as they are, not as device-independent ones. minimum and insane go beyond on either side.
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
 * The one pass that the options ask for. Which wins over which: `quality` sets the scene, else `compression` strong, which is
 * quality ebook; `dpi`, `images_quality`, `color` and `version` each win over what these say about the same thing. Without any
 * of them images are kept as they are.
 * @param version that the result has: 1.4 to 2.0
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

/** The Independent JPEG Group's quality, 1 to 100, as a multiple of the standard's tables (libjpeg, jpeg_quality_scaling). */
export function jpegCoding(quality: number): JpegCoding {
  const scale = quality < 50 ? 50 / quality : (100 - quality) / 50;
  return { qFactor: Math.max(0.01, scale), halfColor: quality < 80 };
}

/** The quality, 1 to 100, whose tables are about this multiple of the standard's: what jpegCoding makes a multiple of. */
const jpegQuality = ({ qFactor }: JpegCoding): number =>
  Math.min(100, Math.max(1, Math.round(qFactor > 1 ? 50 / qFactor : 100 - 50 * qFactor)));

/** The same for the images alone, without Ghostscript. */
export const shrinkingOf = ({ coding, jpeg, downsample }: ImageSettings, pack: boolean): Shrinking => ({
  coding,
  quality: jpegQuality(jpeg),
  halfColor: jpeg.halfColor,
  dpi: downsample?.dpi ?? null,
  threshold: downsample?.threshold ?? 1,
  pack,
});

/** The arguments of Ghostscript for a pass, without its input and output. Ends with the PostScript that sets what no argument can. */
export function distillArguments({ version, images, color, remove, fonts, pdfA }: Distillation): string[] {
  return [
    `-dCompatibilityLevel=${version}`,
    ...codingArguments(images.coding),
    ...downsampleArguments(images.downsample),
    // Never automatically: gs converts colours only on request.
    `-sColorConversionStrategy=${color ?? 'LeaveColorUnchanged'}`,
    ...(color === null ? [] : [`-sProcessColorModel=Device${color}`]),
    ...remove.map((kind) => `-dFILTER${kind}`),
    `-dSubsetFonts=${fonts !== 'whole'}`,
    // 1: what PDF/A does not have is left out; 0 would give it up, and make a PDF of another kind without an error.
    ...(pdfA === undefined ? [] : [`-dPDFA=${pdfA}`, '-dPDFACompatibilityPolicy=1']),
    '-c',
    // At each page: what setdistillerparams sets before holds for the first one alone (Ghostscript 10.0).
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

/** Dictionaries and arrays are PostScript. Numbers and names of our own only: nothing of a user's goes in. */
function parameters(jpeg: JpegCoding, fonts: Distillation['fonts']): string {
  const samples = jpeg.halfColor ? '[2 1 1 2]' : '[1 1 1 1]';
  const coding = `<< /QFactor ${jpeg.qFactor} /Blend 1 /ColorTransform 1 /HSamples ${samples} /VSamples ${samples} >>`;
  const images = KINDS.flatMap((kind) => [`/${kind}ImageDict ${coding}`, `/${kind}ACSImageDict ${coding}`]);
  return [...images, ...(fonts === 'asInput' ? [] : ['/NeverEmbed []'])].join(' ');
}
