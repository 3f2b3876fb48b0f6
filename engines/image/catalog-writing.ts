import type { OptionDefinitions } from '../../src/catalog/definition.ts';

/** Default quality of each lossy target: about the same similarity to the source, by SSIM (the table in README.md). */
export const QUALITY = { avif: 60, heic: 50, jp2: 75, jpg: 85, jxl: 90, webp: 80 } as const;

/** Default effort of each target, on one scale for all encoders (encode/effort.ts). */
export const EFFORT = { apng: 6, avif: 3, gif: 6, heic: 7, jpg: 6, jxl: 5, png: 6, webp: 6 } as const;

const QUALITY_RANGE = { type: 'integer', minimum: 1, maximum: 100 } as const;

const ofQuality = <const Value extends number>(value: Value) =>
  ({
    ...QUALITY_RANGE,
    default: value,
    description:
      'How close the result is to the source: 100 is best and largest. Each target has its own scale, so the same number looks different in another one. Not together with lossless.',
    'x-order': 30,
    example: value,
  }) as const;

const ofEffort = <const Value extends number>(value: Value, what: string) =>
  ({
    type: 'integer',
    minimum: 1,
    maximum: 9,
    default: value,
    description: `How hard the encoder tries to make the file small: 1 is fastest, 9 smallest and slowest. ${what}`,
    example: value,
  }) as const;

const LOSSLESS = {
  lossless: {
    type: 'boolean',
    default: false,
    description: 'Keeps every pixel exactly as it is, in a larger file. Not together with quality.',
  },
} as const satisfies OptionDefinitions;

const ofProgressive = (what: string) =>
  ({
    progressive: {
      type: 'boolean',
      default: false,
      description: `Shows a coarse picture before the whole file has loaded: ${what}.`,
    },
  }) as const;

const KEEP_METADATA = {
  keep_metadata: {
    type: 'string',
    enum: ['none', 'copyright', 'all'],
    default: 'none',
    description:
      'Which metadata of the input to keep: none, author and copyright, or all Exif, XMP and IPTC data that the target supports, including the location. The picture is turned upright and its metadata say so; DPI is always kept.',
    'x-group': 'clean',
  },
} as const satisfies OptionDefinitions;

const ICC = {
  icc: {
    type: 'string',
    enum: ['none', 'srgb', 'keep'],
    default: 'none',
    description:
      'Colors and profile of the result: sRGB without a profile, sRGB with its profile, or the colors and the profile of the input, where that is RGB.',
    'x-group': 'colour',
  },
} as const satisfies OptionDefinitions;

const ofFileSize = (what: string) =>
  ({
    max_file_size: {
      type: 'string',
      pattern: '^(?=.*[1-9])[0-9]{1,10}(?:\\.[0-9]{1,3})? ?(?:[kKmMgG][iI]?)?[bB]?$',
      format: 'file-size',
      description: `Maximum size of the file: bytes, or a number with KB, MB (thousands) or KiB, MiB (1024). ${what} A size that cannot be reached is refused; the error names the smallest possible one.`,
      'x-order': 40,
      example: '200KB',
    },
    max_file_size_resize: {
      type: 'boolean',
      default: false,
      description:
        'Lets max_file_size also reduce the dimensions of the picture; quality then goes down to 40 only. Frames of an animation keep their size.',
    },
  }) as const;

const FILE_SIZE = ofFileSize('Quality is reduced to reach it, down to 10.');
const FILE_SIZE_BY_PIXELS = ofFileSize('Only max_file_size_resize changes the picture to reach it.');

const ANIMATION = {
  animation: {
    type: 'boolean',
    default: false,
    description:
      'Keeps all frames of an animation in one animated file. Without it each frame becomes a separate picture.',
    'x-group': 'film',
  },
} as const satisfies OptionDefinitions;

const MERGE = {
  merge: {
    type: 'boolean',
    default: false,
    description:
      'Puts all inputs, in their order, and all their pages into one file. Without it each page becomes a separate file, and each input is converted separately.',
    'x-order': 190,
  },
} as const satisfies OptionDefinitions;

/** Options of each target's encoder that do not change the pixels. */
export const WRITING = {
  apng: { effort: ofEffort(EFFORT.apng, 'The level of Deflate. Pixels stay the same.') },
  avif: {
    quality: ofQuality(QUALITY.avif),
    ...LOSSLESS,
    effort: ofEffort(EFFORT.avif, 'The effort of libaom.'),
    ...KEEP_METADATA,
    ...ICC,
    ...FILE_SIZE,
    ...ANIMATION,
  },
  gif: {
    effort: ofEffort(EFFORT.gif, 'It decides how many palettes are tried.'),
    ...ofProgressive('an interlaced GIF'),
    ...KEEP_METADATA,
    ...FILE_SIZE_BY_PIXELS,
  },
  heic: {
    quality: ofQuality(QUALITY.heic),
    effort: ofEffort(EFFORT.heic, 'The presets of x265, from ultrafast to veryslow.'),
    ...KEEP_METADATA,
    ...ICC,
    ...FILE_SIZE,
  },
  jp2: { quality: ofQuality(QUALITY.jp2), ...LOSSLESS, ...KEEP_METADATA, ...FILE_SIZE },
  jpg: {
    quality: ofQuality(QUALITY.jpg),
    effort: ofEffort(EFFORT.jpg, 'From 7 on it is progressive, and a fifth smaller at the same quality (mozjpeg).'),
    ...ofProgressive('a progressive JPEG, which is often smaller too'),
    ...KEEP_METADATA,
    ...ICC,
    ...FILE_SIZE,
  },
  jxl: {
    quality: ofQuality(QUALITY.jxl),
    ...LOSSLESS,
    effort: ofEffort(EFFORT.jxl, 'The effort of libjxl.'),
    ...KEEP_METADATA,
    ...ICC,
    ...FILE_SIZE,
  },
  pdf: {
    quality: {
      ...QUALITY_RANGE,
      description:
        'Stores the picture as a JPEG of this quality; 100 is best and largest. Left out: every pixel is kept exactly as it is.',
      'x-order': 30,
      example: 80,
    },
    ...KEEP_METADATA,
    ...ofFileSize('The picture becomes a JPEG, of quality 90 at first, reduced down to 10 if needed.'),
    ...MERGE,
  },
  png: {
    effort: ofEffort(EFFORT.png, 'The level of Deflate. Pixels stay the same.'),
    ...ofProgressive('an interlaced PNG, which is larger'),
    ...KEEP_METADATA,
    ...ICC,
    ...FILE_SIZE_BY_PIXELS,
  },
  psd: KEEP_METADATA,
  tiff: { ...KEEP_METADATA, ...ICC, ...FILE_SIZE_BY_PIXELS, ...MERGE },
  webp: {
    quality: ofQuality(QUALITY.webp),
    ...LOSSLESS,
    effort: ofEffort(EFFORT.webp, 'The method of libwebp, from 0 to 6.'),
    ...KEEP_METADATA,
    ...ICC,
    ...FILE_SIZE,
  },
} as const satisfies Readonly<Record<string, OptionDefinitions>>;
