import { COMMON_OPTIONS } from '../../src/catalog/common.ts';
import type { CategoryCatalog, OptionDefinitions } from '../../src/catalog/definition.ts';
import {
  excludeGroups,
  type Finding,
  type GivenOptions,
  has,
  noEffect,
  type OptionRule,
  present,
} from '../../src/catalog/rules.ts';

const CROP_SIDE = (side: string) => `Pixels to cut off at the ${side}. Not together with a crop area.`;
const CROP_ORIGIN = (side: string) =>
  `Pixels from the ${side} to the area to keep. Not together with cropping by sides.`;
const CROP_SIZE = (what: string) => `${what} of the area to keep, in pixels. Not together with cropping by sides.`;

const DISTANCE = { type: 'integer', minimum: 0, maximum: 199999 } as const;
const EXTENT = { type: 'integer', minimum: 1, maximum: 200000 } as const;

const IMAGE_OPTIONS = {
  width: {
    type: 'number',
    minimum: 1,
    maximum: 200000,
    description: 'Width of the result in the unit of resize_by. Ignored with aspect_ratio.',
    example: 1600,
  },
  height: {
    type: 'number',
    minimum: 1,
    maximum: 200000,
    description: 'Height of the result in the unit of resize_by. Ignored with aspect_ratio.',
    example: 1200,
  },
  resize_by: {
    type: 'string',
    enum: ['px', 'perc', 'inches', 'cm', 'mm'],
    description:
      'Unit of width and height: pixels, percent of the source, inches, centimetres or millimetres at the dpi.',
    example: 'px',
  },
  aspect_ratio: {
    type: 'string',
    pattern: '^(?=0*[1-9])[0-9]{1,6}:(?=0*[1-9])[0-9]{1,6}$',
    format: 'aspect-ratio',
    description: 'Shape of the result as width:height. width and height are ignored with it.',
    example: '16:9',
  },
  resize_handling: {
    type: 'string',
    enum: [
      'stretch',
      'keep_aspect_ratio_fill_black',
      'keep_aspect_ratio_fill_white',
      'keep_aspect_ratio_fill_blurred',
      'keep_aspect_ratio_fill_transparent',
      'keep_aspect_ratio_crop',
    ],
    default: 'stretch',
    description:
      'What to do when the new size has another shape: distort the picture, keep its shape and fill the rest, or keep its shape and cut off what sticks out.',
  },
  dpi: {
    type: 'integer',
    minimum: 10,
    maximum: 1200,
    description: 'DPI written into the result; also what physical units of width and height are counted by.',
    example: 300,
  },
  crop_top: { ...DISTANCE, description: CROP_SIDE('top'), example: 10 },
  crop_bottom: { ...DISTANCE, description: CROP_SIDE('bottom'), example: 10 },
  crop_left: { ...DISTANCE, description: CROP_SIDE('left'), example: 10 },
  crop_right: { ...DISTANCE, description: CROP_SIDE('right'), example: 10 },
  crop_origin_x: { ...DISTANCE, description: CROP_ORIGIN('left edge'), example: 0 },
  crop_origin_y: { ...DISTANCE, description: CROP_ORIGIN('upper edge'), example: 0 },
  crop_width: { ...EXTENT, description: CROP_SIZE('Width'), example: 640 },
  crop_height: { ...EXTENT, description: CROP_SIZE('Height'), example: 480 },
  rotate: {
    type: 'integer',
    minimum: 1,
    maximum: 359,
    description: 'Turns the picture clockwise, in degrees.',
    example: 90,
  },
  color: {
    type: 'string',
    enum: ['1900', '1980', 'colored', 'gray', 'monochrome', 'negate', 'sepia'],
    default: 'colored',
    description:
      'Colors of the result: unchanged (colored), shades of grey, pure black and white, reversed, brown, or the look of a photograph of 1900 or 1980.',
  },
  black_white_threshold: {
    type: 'integer',
    minimum: 0,
    maximum: 255,
    description: 'Makes pixels brighter than this white and the others black. 0 takes the average of the picture.',
    example: 128,
  },
  alpha_channel: {
    type: 'string',
    pattern: '^(?:auto_create|#[0-9a-f]{6})$',
    format: 'alpha-channel',
    description:
      'Makes a color transparent, as # and six lowercase hex digits; auto_create finds the background itself.',
    example: '#ffffff',
  },
  enhance: { type: 'boolean', description: 'Reduces noise.' },
  normalize: {
    type: 'boolean',
    description: 'Stretches brightness over the full range, which strengthens the contrast.',
  },
  sharpen: { type: 'boolean', description: 'Sharpens edges.' },
  antialias: { type: 'boolean', description: 'Smooths the edges of drawn shapes and letters.' },
  despeckle: { type: 'boolean', description: 'Removes single odd pixels.' },
  equalize: { type: 'boolean', description: 'Evens out the histogram, so that all brightness levels are used alike.' },
  deskew: { type: 'boolean', description: 'Straightens a picture that was scanned at an angle.' },
  colorize_model_name: {
    type: 'string',
    enum: ['generic', 'nature_people'],
    description: 'Adds color to a black-and-white picture, by a model for any picture or for landscapes and people.',
  },
  colorize_render_factor: {
    type: 'integer',
    minimum: 7,
    maximum: 40,
    description: 'Resolution the model adds color in: lower is more vivid, higher more detailed.',
    example: 35,
  },
  resolution_unit: {
    type: 'string',
    enum: ['none', 'px', 'perc', 'inches', 'cm', 'mm'],
    default: 'none',
    deprecated: true,
    description: 'Older name of resize_by, which wins over it; none says nothing.',
  },
  ...COMMON_OPTIONS,
} as const satisfies OptionDefinitions;

const CROP_SIDES = ['crop_top', 'crop_bottom', 'crop_left', 'crop_right'];
const CROP_AREA = ['crop_origin_x', 'crop_origin_y', 'crop_width', 'crop_height'];

const RULES: readonly OptionRule[] = [
  {
    options: [...CROP_SIDES, ...CROP_AREA],
    text: 'Cropping takes either the four sides (crop_top, crop_bottom, crop_left, crop_right) or an area (crop_origin_x, crop_origin_y, crop_width, crop_height), not both.',
    check: (given) => excludeGroups(given, [CROP_SIDES, CROP_AREA], 'crop either by sides or by an area'),
  },
  {
    options: ['aspect_ratio', 'width', 'height'],
    text: 'width and height are ignored with aspect_ratio.',
    check: (given) =>
      has(given, 'aspect_ratio')
        ? present(given, ['width', 'height']).map((option) => noEffect(option, 'it is ignored with aspect_ratio'))
        : [],
  },
  {
    options: ['resolution_unit', 'resize_by'],
    text: 'resolution_unit is deprecated: resize_by replaces it and wins over it.',
    check: checkResolutionUnit,
  },
];

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
  aliases: { dib: 'bmp', heif: 'heic', jfif: 'jpg', jpe: 'jpg', jpeg: 'jpg', targa: 'tga', tif: 'tiff' },
  targets: {
    avif: { id: 701, options: IMAGE_OPTIONS },
    bmp: { id: 702, options: IMAGE_OPTIONS },
    // Beyond the interface: what else people ask of a converter of pictures.
    gif: { id: 703, options: IMAGE_OPTIONS },
    heic: { id: 704, options: IMAGE_OPTIONS },
    ico: { id: 705, options: IMAGE_OPTIONS },
    jp2: { id: 706, options: IMAGE_OPTIONS },
    jpg: { id: 707, options: IMAGE_OPTIONS },
    jxl: { id: 708, options: IMAGE_OPTIONS },
    pcx: { id: 709, options: IMAGE_OPTIONS },
    pdf: { id: 710, options: IMAGE_OPTIONS },
    png: { id: 711, options: IMAGE_OPTIONS },
    psd: { id: 712, options: IMAGE_OPTIONS },
    svg: { id: 713, options: IMAGE_OPTIONS },
    tga: { id: 714, options: IMAGE_OPTIONS },
    tiff: { id: 715, options: IMAGE_OPTIONS },
    webp: { id: 716, options: IMAGE_OPTIONS },
  },
  rules: RULES,
} as const satisfies CategoryCatalog;
