import { access, copyFile, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { u32be } from '../../../src/files/formats/byte-source.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import { MAGICK, runMagick } from '../../../tools/programs/imagemagick/magick.ts';
import { ENDS_EARLY } from '../job.ts';
import { MAX_PIXELS } from '../limits.ts';
import { type Decoder, damaged, INPUT, picturesIn, type Unpacking } from './decoder.ts';
import { largestIcon } from './icon.ts';
import { headOf } from './variants.ts';

/** Debian packages the formats with large libraries separately: EXR, WMF, DjVu. */
const EXTRA_PACKAGE = 'libmagickcore-6.q16-6-extra (Debian 13: libmagickcore-7.q16-10-extra)';

export interface MagickReading {
  /** Operations after reading. */
  readonly operations?: readonly string[];
  /** TIFF keeps what PNG cannot hold: CMYK with its profile. */
  readonly as?: 'png' | 'tiff';
}

/** Makes a decoder for one format, by ImageMagick's name: the first or only picture of a file. */
export function magick(format: string, { operations = [], as = 'png' }: MagickReading = {}): Decoder {
  return {
    name: 'ImageMagick',
    programs: [MAGICK],
    async unpack(unpacking) {
      const after = ['-auto-orient', ...operations];
      return picturesIn([await runReading({ format, which: '[0]', after, as }, unpacking)], unpacking);
    },
  };
}

/** Measurements are not brightness levels: the lowest becomes black, the highest white. */
export const SPREAD = ['-auto-level'];

const EXTENDED = 'extended';

/**
 * Makes a decoder for a format that stores its pixels sequentially: of a file that ends early, which ImageMagick refuses, it reads the
 * pixels up to the cut.
 */
export function extended(format: string): Decoder {
  return {
    name: 'ImageMagick',
    programs: [MAGICK],
    async unpack(unpacking) {
      const path = await runExtended({ format, after: ['-auto-orient'] }, unpacking);
      unpacking.context.warn('input_truncated', ENDS_EARLY);
      return picturesIn([path], unpacking);
    },
  };
}

/**
 * Does what runReading does with a copy of the input that is extended with zeros without taking disk space. Gives no warnings, since
 * ImageMagick's are about the length.
 */
export async function runExtended(reading: Omit<Reading, 'file'>, unpacking: Unpacking): Promise<string> {
  const { input, folder, context } = unpacking;
  const longer = join(folder, EXTENDED);
  await copyFile(input.path, longer);
  await truncate(longer, input.size + MAX_PIXELS * 4);
  const warn = (): void => {};
  const path = await runReading({ ...reading, file: EXTENDED }, { ...unpacking, context: { ...context, warn } });
  await rm(longer);
  return path;
}

/** Offset of the canvas size in the header of XCF (GIMP, "Specification of the XCF File Format", The image structure). */
const XCF_SIZE = 14;

/** Flattens GIMP's visible layers on a transparent canvas. Blending modes and opacity of layers are ignored. */
export const layered: Decoder = {
  name: 'ImageMagick',
  programs: [MAGICK],
  async unpack(unpacking) {
    const head = await headOf(unpacking.input.path);
    const canvas = `${u32be(head, XCF_SIZE)}x${u32be(head, XCF_SIZE + 4)}`;
    const after = ['-set', 'page', `${canvas}%X%Y`, '-background', 'none', '-layers', 'flatten'];
    return picturesIn([await runReading({ format: 'xcf', after }, unpacking)], unpacking);
  },
};

/** Decodes the largest picture of an icon or cursor. */
export const icon: Decoder = {
  name: 'ImageMagick',
  programs: [MAGICK],
  async unpack(unpacking) {
    const index = largestIcon(await headOf(unpacking.input.path));
    return picturesIn([await runReading({ format: 'ico', which: `[${index}]` }, unpacking)], unpacking);
  },
};

/** How ImageMagick reads an input. */
export interface Reading {
  readonly format: string;
  /** File in the folder. Default: the input. */
  readonly file?: string;
  /** Which of several pictures in a file, for example `[0]`. Default: all. */
  readonly which?: string;
  /** Settings for reading. */
  readonly before?: readonly string[];
  /** Operations on what was read. */
  readonly after?: readonly string[];
  readonly as?: 'png' | 'tiff';
  /** Name of the written file, without its extension. */
  readonly name?: string;
}

/** Returns the path of the file that ImageMagick made of the input. Throws ConversionError as a decoder does. */
export async function runReading(reading: Reading, { folder, context }: Unpacking): Promise<string> {
  const { format, file = INPUT, which = '', before = [], after = [], as = 'png', name = 'unpacked' } = reading;
  const output = `${name}.${as}`;
  const args = [...before, `${format}:${file}${which}`, ...after, `${as}:${output}`];
  const { stderr } = await runMagick({ args, cwd: folder, acceptExitCodes: 'any' }, context);
  const path = join(folder, output);
  if (!(await exists(path))) throw failure(stderr);
  // ImageMagick reports an error, but writes what it has.
  if (stderr.includes('@ error/')) {
    const isCut = TRUNCATED.test(stderr);
    context.warn(
      isCut ? 'input_truncated' : 'input_damaged',
      `The picture ${isCut ? 'ends early' : 'is damaged'}: the readable part was converted.`,
    );
  }
  return path;
}

const TRUNCATED = /unexpected end-of-file|insufficient image data/i;

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

function failure(log: string): ConversionError {
  if (log.includes('no decode delegate')) {
    return new ConversionError(
      'program_missing',
      `This installation of ImageMagick does not support the format of the input. Install the package ${EXTRA_PACKAGE}.`,
      { details: { program: 'ImageMagick', package: EXTRA_PACKAGE }, log },
    );
  }
  if (/exceeds limit|limit exceeded|resources exhausted|pixels? limit/i.test(log)) {
    return new ConversionError('input_bomb', 'The picture claims to be larger than the limit.', {
      log,
      details: { limit: MAX_PIXELS },
    });
  }
  return damaged(log);
}
