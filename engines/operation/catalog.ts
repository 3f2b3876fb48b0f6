import type { CategoryCatalog, OptionDefinitions } from '../../src/catalog/definition.ts';
import {
  BOOKS,
  DRAWINGS,
  MAILS,
  OFFICE,
  PAGES,
  PICTURES,
  SPEECH,
  TEXTS,
  words,
} from '../../src/catalog/format-sets.ts';
import { PAGE_CHOICE_PATTERN } from '../../src/catalog/grammar/pages.ts';
import { COLOR_PATTERN } from '../../src/catalog/grammar/values.ts';
import { COLORIZE } from '../../src/catalog/options/colorize.ts';
import { COMMON_OPTIONS } from '../../src/catalog/options/common.ts';
import { FILENAME_ENCODING } from '../../src/catalog/options/filename-encoding.ts';
import { PDF_A_LEVELS } from '../../src/catalog/options/pdf-a.ts';
import { SHAPE_RULE, SIZE_OPTIONS } from '../../src/catalog/options/picture-size.ts';
import { LANGUAGE_STT } from '../../src/catalog/options/recognition.ts';
import { UPSCALE } from '../../src/catalog/options/upscale.ts';
import { VOICE, VOICE_RULES } from '../../src/catalog/options/voice.ts';
import { type GivenOptions, has, noEffect, type OptionRule } from '../../src/catalog/rules.ts';
import {
  AUDIO_VOLUME,
  COMPARE_VIDEO,
  CUT_VIDEO,
  EXTRACT_STREAMS,
  MEDIA_RULES,
  MERGE_STREAMS,
  VIDEO_TO_IMAGE,
} from './catalog-media.ts';

/** Longest side of a thumbnail, pixels. */
const SIDE = { type: 'number', minimum: 1, maximum: 16_000 } as const;

/** Default side of the square into which a thumbnail fits, pixels. */
const USUAL_SIDE = 300;

const THUMBNAIL_OPTIONS = {
  thumbnail_target: {
    type: 'string',
    enum: ['avif', 'bmp', 'gif', 'heic', 'jp2', 'jpg', 'jxl', 'png', 'tiff', 'webp'],
    default: 'png',
    description: 'Format of the picture.',
  },
  width: {
    ...SIDE,
    description: 'Width in pixels. The height keeps the proportions; with both, the picture fits into them.',
    'x-group': 'size',
    'x-order': 10,
    'x-unit': 'px',
    example: 300,
  },
  height: {
    ...SIDE,
    description: 'Height in pixels. The width keeps the proportions; with both, the picture fits into them.',
    'x-group': 'size',
    'x-order': 20,
    'x-unit': 'px',
    example: 300,
  },
  dpi: {
    type: 'integer',
    minimum: 10,
    maximum: 1200,
    description:
      'DPI written into the picture. Without width and height, also what pages and drawings are drawn at, in full size.',
    'x-group': 'size',
    'x-unit': 'dpi',
    example: 150,
  },
  pages: {
    type: 'string',
    pattern: PAGE_CHOICE_PATTERN,
    format: 'page-choice',
    description:
      'Pages to show, one picture per page: first, all, or a selection such as 1-3,5. For books, first is the cover if there is one. By default all pages of documents and TIFF pictures, and the first of other files.',
    'x-order': 160,
    example: '1-3',
  },
  interlace: {
    type: 'string',
    enum: ['line', 'plane'],
    description:
      'Makes a picture that browsers show coarsely before all of it has arrived: an interlaced PNG or GIF, a progressive JPEG. Both values do the same.',
  },
  ...COMMON_OPTIONS,
} as const satisfies OptionDefinitions;

const RESIZE_OPTIONS = {
  ...SIZE_OPTIONS,
  resize_target: {
    type: 'string',
    enum: ['bmp', 'gif', 'ico', 'jpg', 'png', 'tga', 'tiff', 'webp'],
    description: 'Format of the result; by default that of the picture.',
    example: 'webp',
  },
  ...COMMON_OPTIONS,
} as const satisfies OptionDefinitions;

/** Kinds of files that are extracted. */
export const ASSET_KINDS = ['attachments', 'pictures', 'fonts', 'media'] as const;

const ASSET_OPTIONS = {
  assets: {
    type: 'string',
    enum: ['all', ...ASSET_KINDS],
    default: 'all',
    description:
      'What to extract: attachments are files that are attached to a PDF or a mail, or embedded in an office document; media is sound and film.',
  },
  ...COMMON_OPTIONS,
} as const satisfies OptionDefinitions;

const COMPRESS_OPTIONS = {
  compression_level: {
    type: 'string',
    enum: ['low', 'medium', 'high'],
    default: 'medium',
    description:
      'How small the file becomes: low loses hardly anything, medium loses what is hard to see or hear, high loses more.',
    'x-order': 240,
  },
  ...COMMON_OPTIONS,
} as const satisfies OptionDefinitions;

/** How different pixels are found and marked. */
const MARKS = {
  threshold: {
    type: 'number',
    minimum: 0,
    maximum: 100,
    default: 5,
    description:
      'Difference of color in percent up to which pixels count as equal, in the picture and in different_pixels.',
  },
  diff_color: {
    type: 'string',
    pattern: COLOR_PATTERN,
    format: 'color',
    default: 'red',
    description:
      'Color of different pixels: # and six hex digits, or black, blue, cyan, gray, green, magenta, orange, red, violet, white or yellow.',
    'x-group': 'colour',
    example: '#ff8800',
  },
} as const satisfies OptionDefinitions;

const COMPARE_OPTIONS = {
  method: {
    type: 'string',
    enum: ['ae', 'mae', 'mse', 'ncc', 'pae', 'phash', 'psnr', 'rmse', 'ssim'],
    default: 'ssim',
    description:
      'What is measured: structural similarity or correlation (ssim and ncc, 1 is alike), signal to noise in dB (psnr), number of different pixels (ae), mean, squared or largest difference of 0 to 1 (mae, mse, rmse, pae), or distance of perceptual hashes (phash). With allow_multiple_outputs, a JSON file of the figures is delivered beside the picture.',
  },
  ...MARKS,
  ...COMMON_OPTIONS,
} as const satisfies OptionDefinitions;

const PDF_A_PROFILES = PDF_A_LEVELS.map((level) => `pdfa${level}` as const);

/** Levels of PDF/A that are written here. */
const PROFILE = {
  validation_profile: {
    type: 'string',
    enum: PDF_A_PROFILES,
    default: 'pdfa2b',
    description:
      'Profile of PDF/A (ISO 19005): part 1, 2 or 3, and level b (it looks the same in future), u (its text can be read too) or a (it is tagged too).',
  },
} as const satisfies OptionDefinitions;

/** Standards that are checked here. */
const CHECKED_PROFILE = {
  validation_profile: {
    ...PROFILE.validation_profile,
    enum: [...PDF_A_PROFILES, 'pdfua1'],
    description:
      'Profile of PDF/A (ISO 19005): part 1, 2 or 3, level a, b or u; or pdfua1: PDF/UA-1 (ISO 14289-1), for people who need assistive programs.',
  },
} as const satisfies OptionDefinitions;

const VALIDATE_SIGNATURES_OPTIONS = {
  trusted: {
    type: 'array',
    maxItems: 100,
    items: { type: 'string', minLength: 1, maxLength: 1000 },
    description:
      'File names of the inputs with certificates (PEM or DER) that are trusted. Left out: none, so that signers are named, but not trusted.',
    example: ['root.pem'],
  },
  ...COMMON_OPTIONS,
} as const satisfies OptionDefinitions;

const COLORIZE_OPTIONS = {
  ...COLORIZE,
  colorize_model_name: { ...COLORIZE.colorize_model_name, default: 'generic' },
  ...COMMON_OPTIONS,
} as const satisfies OptionDefinitions;

const UPSCALE_OPTIONS = {
  upscale_factor: { ...UPSCALE.upscale_factor, default: 2 },
  ...COMMON_OPTIONS,
} as const satisfies OptionDefinitions;

const CONVERT_PDFA_OPTIONS = {
  ...PROFILE,
  strict_mode: {
    type: 'boolean',
    description:
      'Whether pages keep their appearance, so that a document that cannot conform is refused. This is always the case here.',
  },
  ...COMMON_OPTIONS,
} as const satisfies OptionDefinitions;

const COMPRESSED = words(
  'jpg png apng webp gif tiff avif bmp svg pdf docx docm xlsx xlsm pptx pptm vsdx odt ods odp odg ott ots otp otg epub mp3 m4a aac ogg opus wma flac wav aiff mp4 m4v mov mkv webm',
);
const RESIZED = words('avif bmp dib exr gif heic icns ico jp2 jpg jpx jxl pcx psd tga tiff wbmp webp png');
const PACKAGES = words(
  'docx docm xlsx xlsm xlsb pptx pptm vsdx xps odt ods odp odg ott ots otp otg epub htmlz txtz kra ora key numbers pages',
);
const SEEN = [...PICTURES, ...PAGES, ...DRAWINGS, 'djvu'];

/** Returns defaults of options that depend on others. */
function dependentDefaults(target: string, given: GivenOptions): Record<string, unknown> {
  const isSized = ['width', 'height', 'dpi'].some((option) => has(given, option));
  return target === 'thumbnail' && !isSized ? { width: USUAL_SIDE, height: USUAL_SIDE } : {};
}

const COMPARE_PDF_OPTIONS = {
  differences_as: {
    type: 'string',
    enum: ['marks', 'side_by_side', 'text'],
    default: 'marks',
    description:
      'What shows the differences: marks is a PDF of the pages of the first that differ; side_by_side a PDF with both pages next to each other, marked in the second; text a web page with the words that were added and removed, wherever they stand.',
  },
  ...MARKS,
  ...COMMON_OPTIONS,
} as const satisfies OptionDefinitions;

/** Formats of thumbnails that can be interlaced. */
const INTERLACED: ReadonlySet<unknown> = new Set(['gif', 'jpg', 'png']);

const INTERLACE_RULE: OptionRule = {
  options: ['interlace', 'thumbnail_target'],
  text: 'interlace works with thumbnail_target gif, jpg and png.',
  check: (given) =>
    has(given, 'interlace') && !INTERLACED.has(given.thumbnail_target ?? 'png')
      ? [noEffect('interlace', `${given.thumbnail_target} cannot be interlaced`)]
      : [],
};

export const catalog = {
  category: 'operation',
  timeLimitSeconds: 25 * 60,
  settings: {
    INVOICE_SCHEMAS: {
      meaning:
        'absolute path of a folder with XML schemas of invoices, for validate-invoice: the folder `schema` of the npm package @stackforge-eu/factur-x, those that Factur-X and ZUGFeRD are published with, or for UBL those of OASIS',
      shown: 'none: the rules of EN 16931 alone are checked',
    },
  },
  targets: {
    'compare-image': { id: 801, options: COMPARE_OPTIONS, reads: [{ formats: SEEN }] },
    compress: { id: 802, options: COMPRESS_OPTIONS, reads: [{ formats: COMPRESSED }] },
    'extract-assets': {
      id: 803,
      options: ASSET_OPTIONS,
      reads: [{ kinds: ['audio', 'video', 'archive'], formats: [...PACKAGES, ...MAILS, 'pdf', 'mht'] }],
    },
    'resize-image': { id: 804, options: RESIZE_OPTIONS, reads: [{ formats: RESIZED }] },
    thumbnail: {
      id: 805,
      options: THUMBNAIL_OPTIONS,
      reads: [{ kinds: ['audio', 'video'], formats: [...BOOKS, ...SEEN, ...OFFICE, ...TEXTS, 'html'] }],
    },
    'extract-archive': {
      id: 806,
      options: { ...FILENAME_ENCODING, ...COMMON_OPTIONS },
      reads: [{ kinds: ['archive'] }],
    },
    'convert-pdfa': { id: 807, options: CONVERT_PDFA_OPTIONS, reads: [{ formats: ['pdf'] }] },
    'video-to-image': { id: 808, options: VIDEO_TO_IMAGE, reads: [{ kinds: ['video'] }] },
    'cut-video': { id: 809, options: CUT_VIDEO, reads: [{ kinds: ['video'] }] },
    'extract-streams': { id: 810, options: EXTRACT_STREAMS, reads: [{ kinds: ['audio', 'video'] }] },
    'merge-streams': {
      id: 811,
      options: MERGE_STREAMS,
      reads: [{ kinds: ['audio', 'video'], formats: ['srt', 'vtt', 'ass'] }],
    },
    'audio-volume': { id: 812, options: AUDIO_VOLUME, reads: [{ kinds: ['audio'] }] },
    'speech-to-text': { id: 813, options: { ...LANGUAGE_STT, ...COMMON_OPTIONS }, reads: [SPEECH] },
    'text-to-speech': {
      id: 814,
      options: { ...VOICE, ...COMMON_OPTIONS },
      reads: [{ formats: [...OFFICE, ...TEXTS, ...MAILS, ...BOOKS, 'pdf', 'ps', 'html'], option: 'language_tts' }],
    },
    'compare-pdf': { id: 815, options: COMPARE_PDF_OPTIONS, reads: [{ formats: ['pdf'] }] },
    'compare-video': { id: 816, options: COMPARE_VIDEO, reads: [{ kinds: ['video'] }] },
    'validate-pdfa': { id: 817, options: { ...CHECKED_PROFILE, ...COMMON_OPTIONS }, reads: [{ formats: ['pdf'] }] },
    'analyze-image': { id: 818, options: COMMON_OPTIONS, reads: [{ formats: [...PICTURES] }] },
    'colorize-image': { id: 819, options: COLORIZE_OPTIONS, reads: [{ formats: RESIZED }] },
    ai_upscale: { id: 820, options: UPSCALE_OPTIONS, reads: [{ formats: RESIZED }] },
    'form-fields': { id: 639, options: COMMON_OPTIONS, reads: [{ formats: ['pdf'] }] },
    'validate-invoice': { id: 641, options: COMMON_OPTIONS, reads: [{ formats: ['pdf', 'xml'] }] },
    'validate-signatures': { id: 640, options: VALIDATE_SIGNATURES_OPTIONS, reads: [{ formats: ['pdf'] }] },
  },
  rules: [SHAPE_RULE, INTERLACE_RULE, ...MEDIA_RULES, ...VOICE_RULES],
  dependentDefaults,
} as const satisfies CategoryCatalog;
