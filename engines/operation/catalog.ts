import type { CategoryCatalog, OptionDefinitions } from '../../src/catalog/definition.ts';
import { BOOKS, DRAWINGS, OFFICE, PAGES, PICTURES, TEXTS, words } from '../../src/catalog/format-sets.ts';
import { PAGE_CHOICE_PATTERN } from '../../src/catalog/grammar/pages.ts';
import { COLOR_PATTERN } from '../../src/catalog/grammar/values.ts';
import { COMMON_OPTIONS } from '../../src/catalog/options/common.ts';
import { SHAPE_RULE, SIZE_OPTIONS } from '../../src/catalog/options/picture-size.ts';
import { type GivenOptions, has } from '../../src/catalog/rules.ts';

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
    default: 'first',
    description:
      'Pages to show, one picture per page: first, all, or a selection such as 1-3,5. For books, first is the cover if there is one.',
    'x-order': 160,
    example: '1-3',
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

const COMPARE_OPTIONS = {
  method: {
    type: 'string',
    enum: ['ae', 'mae', 'mse', 'pae', 'phash', 'psnr', 'rmse', 'ssim'],
    default: 'ssim',
    description:
      'What is measured: structural similarity (ssim, 1 is alike), signal to noise in dB (psnr), number of different pixels (ae), mean, squared or largest difference of 0 to 1 (mae, mse, rmse, pae), or distance of perceptual hashes (phash).',
  },
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
      'Color of different pixels: # and six hex digits, or black, blue, cyan, gray, green, magenta, orange, red, white or yellow.',
    'x-group': 'colour',
    example: '#ff8800',
  },
  ...COMMON_OPTIONS,
} as const satisfies OptionDefinitions;

const COMPRESSED = words(
  'jpg png apng webp gif tiff avif bmp svg pdf docx docm xlsx xlsm pptx pptm vsdx odt ods odp odg ott ots otp otg epub mp3 m4a aac ogg opus wma flac wav aiff mp4 m4v mov mkv webm',
);
const RESIZED = words('avif bmp dib gif heic icns ico jp2 jpg jpx jxl pcx psd tga tiff webp png');
const PACKAGES = words(
  'docx docm xlsx xlsm xlsb pptx pptm vsdx xps odt ods odp odg ott ots otp otg epub htmlz txtz kra ora key numbers pages',
);
const SEEN = [...PICTURES, ...PAGES, ...DRAWINGS, 'djvu'];

/** Returns defaults of options that depend on others. */
function dependentDefaults(target: string, given: GivenOptions): Record<string, unknown> {
  const isSized = ['width', 'height', 'dpi'].some((option) => has(given, option));
  return target === 'thumbnail' && !isSized ? { width: USUAL_SIDE, height: USUAL_SIDE } : {};
}

export const catalog = {
  category: 'operation',
  timeLimitSeconds: 25 * 60,
  targets: {
    'compare-image': { id: 801, options: COMPARE_OPTIONS, reads: [{ formats: SEEN }] },
    compress: { id: 802, options: COMPRESS_OPTIONS, reads: [{ formats: COMPRESSED }] },
    'extract-assets': {
      id: 803,
      options: COMMON_OPTIONS,
      reads: [{ kinds: ['audio', 'video', 'archive'], formats: [...PACKAGES, 'pdf', 'mht'] }],
    },
    'resize-image': { id: 804, options: { ...SIZE_OPTIONS, ...COMMON_OPTIONS }, reads: [{ formats: RESIZED }] },
    thumbnail: {
      id: 805,
      options: THUMBNAIL_OPTIONS,
      reads: [{ kinds: ['audio', 'video'], formats: [...BOOKS, ...SEEN, ...OFFICE, ...TEXTS, 'html'] }],
    },
  },
  rules: [SHAPE_RULE],
  dependentDefaults,
} as const satisfies CategoryCatalog;
