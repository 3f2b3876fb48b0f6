import type { CategoryCatalog, OptionDefinitions } from '../../src/catalog/definition.ts';
import { DRAWINGS, PAGES, PICTURES } from '../../src/catalog/format-sets.ts';
import { PAGE_CHOICE_PATTERN } from '../../src/catalog/grammar/pages.ts';
import { CAD_CONTENT_OPTIONS, CAD_LOOK_OPTIONS, CAD_PAPER_OPTIONS } from '../../src/catalog/options/cad.ts';
import { COLORIZE } from '../../src/catalog/options/colorize.ts';
import { COMMON_OPTIONS } from '../../src/catalog/options/common.ts';
import { CROP_RULE, cropOptions } from '../../src/catalog/options/crop.ts';
import { SHAPE_RULE, SIZE_OPTIONS } from '../../src/catalog/options/picture-size.ts';
import { FLIP, ROTATE } from '../../src/catalog/options/turn.ts';
import { UPSCALE } from '../../src/catalog/options/upscale.ts';
import { WATERMARK } from '../../src/catalog/options/watermark.ts';
import { conflict, type Finding, type GivenOptions, has, noEffect, type OptionRule } from '../../src/catalog/rules.ts';
import { WRITING } from './catalog-writing.ts';

const DISTANCE = { type: 'integer', minimum: 0, maximum: 199999 } as const;
const EXTENT = { type: 'integer', minimum: 1, maximum: 200000 } as const;

const IMAGE_OPTIONS = {
  pages: {
    type: 'string',
    pattern: PAGE_CHOICE_PATTERN,
    format: 'page-choice',
    description:
      'Pages or frames to convert of a file that has several, one picture each: first, all, or a selection such as 1-3,5. Left out: all.',
    'x-group': 'paper',
    example: '1-3',
  },
  ...SIZE_OPTIONS,
  ...cropOptions({ distance: DISTANCE, extent: EXTENT }),
  rotate: { ...ROTATE, minimum: 1, maximum: 359 },
  flip: FLIP,
  background: {
    type: 'string',
    pattern: '^#[0-9a-fA-F]{6}$',
    format: 'rgb-color',
    description:
      'Background color, as # and six hex digits: shown where the picture is transparent, and in the corners of a rotated picture. Left out: transparency is kept if the target supports it, otherwise the background is white.',
    'x-group': 'colour',
    example: '#ffffff',
  },
  color: {
    type: 'string',
    enum: ['1900', '1980', 'colored', 'gray', 'monochrome', 'negate', 'sepia'],
    default: 'colored',
    description:
      'Colors of the result: unchanged (colored), shades of grey, pure black and white, reversed, brown, or the look of a photograph of 1900 or 1980.',
    'x-group': 'colour',
  },
  black_white_threshold: {
    type: 'integer',
    minimum: 0,
    maximum: 255,
    description: 'Makes pixels brighter than this white and the others black. 0 takes the average of the picture.',
    'x-group': 'colour',
    example: 128,
  },
  alpha_channel: {
    type: 'string',
    pattern: '^(?:auto_create|#[0-9a-f]{6})$',
    format: 'alpha-channel',
    description:
      'Makes a color transparent, as # and six lowercase hex digits; auto_create finds the background itself.',
    'x-group': 'colour',
    example: '#ffffff',
  },
  enhance: { type: 'boolean', description: 'Reduces noise.' },
  normalize: {
    type: 'boolean',
    description: 'Stretches brightness over the full range, which strengthens the contrast.',
    'x-group': 'loudness',
    'x-order': 150,
  },
  sharpen: { type: 'boolean', description: 'Sharpens edges.' },
  antialias: { type: 'boolean', description: 'Smooths the edges of drawn shapes and letters.' },
  despeckle: { type: 'boolean', description: 'Removes isolated pixels (speckles).' },
  equalize: { type: 'boolean', description: 'Equalizes the histogram, so that all brightness levels are used evenly.' },
  deskew: {
    type: 'boolean',
    description: 'Straightens a picture that was scanned at an angle.',
    'x-group': 'recognition',
  },
  ...COLORIZE,
  ...UPSCALE,
  ...WATERMARK,
  resolution_unit: {
    type: 'string',
    enum: ['none', 'px', 'perc', 'inches', 'cm', 'mm'],
    default: 'none',
    deprecated: true,
    description: 'Older name of resize_by, which takes precedence; none means not set.',
  },
  ...CAD_CONTENT_OPTIONS,
  ...CAD_PAPER_OPTIONS,
  ...CAD_LOOK_OPTIONS,
  ...COMMON_OPTIONS,
} as const satisfies OptionDefinitions;

const RULES: readonly OptionRule[] = [
  CROP_RULE,
  SHAPE_RULE,
  {
    options: ['resolution_unit', 'resize_by'],
    text: 'resolution_unit is deprecated: resize_by replaces it and wins over it.',
    check: checkResolutionUnit,
  },
  {
    options: ['lossless', 'quality'],
    text: 'lossless and quality exclude each other.',
    check: checkLossless,
  },
  {
    options: ['lossless', 'max_file_size', 'max_file_size_resize'],
    text: 'With lossless, max_file_size needs max_file_size_resize.',
    check: (given) =>
      given.lossless === true && has(given, 'max_file_size') && given.max_file_size_resize !== true
        ? [conflict(['lossless', 'max_file_size'], 'without loss only max_file_size_resize makes the file smaller')]
        : [],
  },
  {
    options: ['merge', 'max_file_size'],
    text: 'merge and max_file_size exclude each other.',
    check: (given) =>
      given.merge === true && has(given, 'max_file_size')
        ? [conflict(['merge', 'max_file_size'], 'a size is reached for each page by itself, not for all together')]
        : [],
  },
  {
    options: ['max_file_size', 'max_file_size_resize'],
    text: 'max_file_size_resize is used only with max_file_size.',
    check: (given) =>
      given.max_file_size_resize === true && !has(given, 'max_file_size')
        ? [noEffect('max_file_size_resize', 'it is used only with max_file_size')]
        : [],
  },
];

function checkLossless(given: GivenOptions): Finding[] {
  return given.lossless === true && has(given, 'quality')
    ? [conflict(['lossless', 'quality'], 'without loss there is nothing that quality could decide')]
    : [];
}

function checkResolutionUnit(given: GivenOptions): Finding[] {
  if (!has(given, 'resolution_unit') || given.resolution_unit === 'none') return [];
  if (has(given, 'resize_by')) return [noEffect('resolution_unit', 'resize_by replaces it')];
  return [
    {
      severity: 'warning',
      code: 'option_deprecated',
      option: 'resolution_unit',
      message: 'Option resolution_unit is deprecated; use resize_by.',
    },
  ];
}

export const catalog = {
  category: 'image',
  timeLimitSeconds: 5 * 60,
  settings: {
    COLORIZE_MODEL_GENERIC: {
      meaning:
        'absolute path of the ONNX file for `colorize_model_name` generic; needs the npm package onnxruntime-node',
      shown: 'none: `colorize_model_unavailable`',
    },
    COLORIZE_MODEL_NATURE_PEOPLE: {
      meaning: 'the same for nature_people',
      shown: 'none: `colorize_model_unavailable`',
    },
    UPSCALE_MODEL: {
      meaning:
        'absolute path of the ONNX file for `upscale_factor` and operation/ai_upscale; needs the npm package onnxruntime-node',
      shown: 'none: `upscale_model_unavailable`',
    },
  },
  aliases: { dib: 'bmp', heif: 'heic', jfif: 'jpg', jpe: 'jpg', jpeg: 'jpg', targa: 'tga', tif: 'tiff' },
  reads: [{ formats: [...PICTURES, ...PAGES, ...DRAWINGS, 'djvu'] }],
  targets: {
    avif: { id: 701, options: { ...IMAGE_OPTIONS, ...WRITING.avif } },
    bmp: { id: 702, options: IMAGE_OPTIONS },
    // Targets beyond the interface: what else people expect of an image converter.
    apng: { id: 821, options: { ...IMAGE_OPTIONS, ...WRITING.apng } },
    eps: { id: 822, options: IMAGE_OPTIONS },
    exr: { id: 827, options: IMAGE_OPTIONS },
    gif: { id: 703, options: { ...IMAGE_OPTIONS, ...WRITING.gif } },
    heic: { id: 704, options: { ...IMAGE_OPTIONS, ...WRITING.heic } },
    icns: { id: 823, options: IMAGE_OPTIONS },
    ico: { id: 705, options: IMAGE_OPTIONS },
    jp2: { id: 706, options: { ...IMAGE_OPTIONS, ...WRITING.jp2 } },
    jpg: { id: 707, options: { ...IMAGE_OPTIONS, ...WRITING.jpg } },
    jxl: { id: 708, options: { ...IMAGE_OPTIONS, ...WRITING.jxl } },
    pbm: { id: 824, options: IMAGE_OPTIONS },
    pcx: { id: 709, options: IMAGE_OPTIONS },
    pdf: { id: 710, options: { ...IMAGE_OPTIONS, ...WRITING.pdf } },
    pgm: { id: 825, options: IMAGE_OPTIONS },
    png: { id: 711, options: { ...IMAGE_OPTIONS, ...WRITING.png } },
    ppm: { id: 826, options: IMAGE_OPTIONS },
    ps: { id: 829, options: IMAGE_OPTIONS },
    psd: { id: 712, options: { ...IMAGE_OPTIONS, ...WRITING.psd } },
    svg: { id: 713, options: IMAGE_OPTIONS },
    tga: { id: 714, options: IMAGE_OPTIONS },
    tiff: { id: 715, options: { ...IMAGE_OPTIONS, ...WRITING.tiff } },
    wbmp: { id: 828, options: IMAGE_OPTIONS },
    webp: { id: 716, options: { ...IMAGE_OPTIONS, ...WRITING.webp } },
  },
  rules: RULES,
} as const satisfies CategoryCatalog;
