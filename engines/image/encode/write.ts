import { writeFile } from 'node:fs/promises';
import type { Sharp } from 'sharp';
import type { Frames } from '../animation.ts';
import type { PictureWarning } from '../job.ts';
import { isOfOneColor } from '../look.ts';
import type { ImageOptions } from '../options.ts';
import { Picture, type Pixels } from '../picture.ts';
import { rgbaOf } from '../steps/rgba.ts';
import { scaled } from '../steps/scaled.ts';
import type { PixelFormat, SharpFormat, TargetFacts } from '../targets.ts';
import { writeApng } from './apng.ts';
import { encodeBmp } from './bmp.ts';
import { type Embedded, isEmpty, withEmbedded } from './embedded.ts';
import { encodePostscript } from './eps.ts';
import { fitOf, fitSize, optionsOf, warnOfFit } from './fit-size.ts';
import { encodeIcns, LARGEST_ICNS } from './icns.ts';
import { encodeIco, LARGEST_ICON } from './ico.ts';
import { encodePcx } from './pcx.ts';
import { asGrey, holdsAlpha, overWhite } from './pixels.ts';
import { encodePbm, encodePgm, encodePpm, encodeWbmp } from './pnm.ts';
import { encoded, withDensity } from './sharp.ts';
import { requireSides } from './sides.ts';
import { encodeTga } from './tga.ts';

/** How a finished picture is written. */
export interface Writing {
  readonly target: TargetFacts;
  readonly options: ImageOptions;
  /** Dots per inch, for formats that hold it. Null if it is not known. */
  readonly density: number | null;
  /** Whether the source has no pixels of its own, so that `dpi` has already been applied. */
  readonly isDrawn: boolean;
  /** Whether the source is grey: its pixels are checked, and a grey file is written if the format supports it. */
  readonly isGrey: boolean;
  /** What the file holds besides its pixels. */
  readonly embedded: Embedded;
  warn(warning: PictureWarning): void;
}

/** The written file, for the program that makes the target from it. */
export interface Written {
  readonly width: number;
  readonly height: number;
  readonly hasAlpha: boolean;
  /** Whether all its pixels may be the same: a check takes time. */
  readonly mayBePlain: boolean;
}

/**
 * Writes a picture: the target itself, or a PNG for its finisher. If the target has no transparency, the picture is laid over white. Throws
 * ConversionError `option_invalid`, `conversion_failed` for longer sides than the target holds.
 */
export async function writePicture(picture: Picture, writing: Writing, path: string): Promise<Written> {
  const { target, density } = writing;
  requireSides(target, picture, writing.options);
  if (!target.density) warnOfDensity(writing);
  const fits = target.alpha || !picture.hasAlpha;
  if (isSharps(target.pixels) && fits && (picture.isDeep || !mayBeGrey(writing))) {
    return writeFitting(picture, target.pixels, writing, path, picture.isDeep && mayBeGrey(writing));
  }
  const largest = LARGEST[target.pixels];
  const fitting = largest === undefined ? picture : await asIcon(picture, largest, writing);
  const whole = await fitting.pixels();
  const flat = target.alpha ? whole : overWhite(whole);
  const pixels = mayBeGrey(writing) ? asGrey(flat) : flat;
  switch (target.pixels) {
    case 'bmp':
      await writeFile(path, encodeBmp(pixels, density));
      break;
    case 'tga':
      await writeFile(path, encodeTga(pixels));
      break;
    case 'pcx':
      await writeFile(path, encodePcx(pixels, density));
      break;
    case 'ico':
      await writeFile(path, await encodeIco(pixels));
      break;
    case 'apng':
      await writeApng(asFrame(pixels), { loop: 0, delay: [] }, writing.options.effort, path);
      break;
    case 'eps':
    case 'ps':
      await writeFile(path, encodePostscript(target.pixels, pixels, density));
      break;
    case 'icns':
      await writeFile(path, await encodeIcns(pixels));
      break;
    case 'pbm':
      await writeFile(path, encodePbm(pixels));
      break;
    case 'wbmp':
      await writeFile(path, encodeWbmp(pixels));
      break;
    case 'pgm':
      await writeFile(path, encodePgm(pixels));
      break;
    case 'ppm':
      await writeFile(path, encodePpm(pixels));
      break;
    case 'svg':
      await writeFile(path, await traced(pixels, writing));
      break;
    default:
      return writeFitting(Picture.fromPixels(pixels), target.pixels, writing, path, pixels.channels <= 2);
  }
  const { width, height } = pixels;
  return { width, height, hasAlpha: holdsAlpha(pixels), mayBePlain: isOfOneColor(pixels) };
}

const SHARPS: ReadonlySet<string> = new Set<SharpFormat>(['avif', 'gif', 'jpg', 'png', 'tiff', 'webp']);

const isSharps = (format: PixelFormat): format is SharpFormat => SHARPS.has(format);

/** Returns a still picture as an animation of one frame. */
function asFrame(pixels: Pixels): Frames {
  const { data, width, height } = rgbaOf(pixels);
  return { data, width, height, count: 1 };
}

/** Formats with grey; others have none, or sharp does not write it. */
const HOLD_GREY: ReadonlySet<PixelFormat> = new Set(['bmp', 'eps', 'jpg', 'pcx', 'png', 'ps', 'tga', 'tiff']);

/** Colour profiles exclude grey. */
function mayBeGrey({ target, isGrey, options, embedded }: Writing): boolean {
  const { color, black_white_threshold } = options;
  const isMadeGrey = color === 'gray' || color === 'monochrome' || black_white_threshold !== undefined;
  return HOLD_GREY.has(target.pixels) && embedded.icc === null && (isGrey || isMadeGrey);
}

/** Writes repeatedly until the file fits into the requested size; if a program makes the target, finish-fitting.ts does this. */
async function writeFitting(
  picture: Picture,
  format: SharpFormat,
  writing: Writing,
  path: string,
  isGrey: boolean,
): Promise<Written> {
  const { target, options, warn } = writing;
  const fit = target.finisher === null ? fitOf(target, options) : null;
  if (fit === null) {
    return writtenOf(picture, await writeBySharp(picture, format, writing, path, isGrey));
  }
  const ready = await picture.rendered();
  let written = ready;
  let size = 0;
  const fitted = await fitSize(fit, async (attempt) => {
    written = await scaled(ready, attempt.scale);
    size = await writeBySharp(written, format, { ...writing, options: optionsOf(options, attempt) }, path, isGrey);
    return size;
  });
  warnOfFit(fit, fitted, written, warn);
  return writtenOf(written, size);
}

/** Maximum bytes per pixel of a file of one colour: a JPEG takes 6 bits for 64 pixels, others less. HEAD_BYTES covers the rest. */
const PLAIN_BYTES = 1 / 50;
const HEAD_BYTES = 4096;

function writtenOf({ width, height, hasAlpha, isDeep }: Picture, size: number): Written {
  const most = HEAD_BYTES + width * height * PLAIN_BYTES * (isDeep ? 2 : 1);
  return { width, height, hasAlpha, mayBePlain: size <= most };
}

/** @returns size of the file in bytes */
async function writeBySharp(
  picture: Picture,
  format: SharpFormat,
  { target, options, density, embedded }: Writing,
  path: string,
  isGrey: boolean,
): Promise<number> {
  const toned = (pipeline: Sharp): Sharp =>
    isGrey ? pipeline.toColourspace(picture.isDeep ? 'grey16' : 'b-w') : pipeline;
  const plain = toned(picture.toSharp());
  const whole = isEmpty(embedded) ? plain : toned(await withEmbedded(plain, embedded));
  const pipeline = encoded(
    picture.isDeep && !isGrey ? whole.toColourspace('rgb16') : whole,
    format,
    target,
    options,
    picture.isDeep,
  );
  const finished = target.density ? withDensity(pipeline, density, embedded.exif !== null) : pipeline;
  return (await finished.toFile(path)).size;
}

/** The longest side of icons, which have few sizes, pixels. */
const LARGEST: Readonly<Partial<Record<PixelFormat, number>>> = { icns: LARGEST_ICNS, ico: LARGEST_ICON };

/** Scales down larger pictures. */
async function asIcon(picture: Picture, largest: number, { warn }: Writing): Promise<Picture> {
  const { width, height } = picture;
  if (Math.max(width, height) <= largest) return picture;
  const message = `An icon is at most ${largest} pixels wide and high, so the picture of ${width} x ${height} was made smaller.`;
  warn({ code: 'output_limited', message });
  return picture.with('resized', (pipeline) => pipeline.resize({ width: largest, height: largest, fit: 'inside' }));
}

/** Traces the picture. The tracer is a native library, loaded only here. */
async function traced(pixels: Pixels, { warn }: Writing): Promise<string> {
  const { encodeSvg } = await import('./svg.ts');
  return encodeSvg(pixels, warn);
}

const PHYSICAL_UNITS: ReadonlySet<string> = new Set(['inches', 'cm', 'mm']);

/** Warns that dpi has no effect, unless the density has already determined the size. */
function warnOfDensity({ target, options, isDrawn, warn }: Writing): void {
  const { dpi, width, height, aspect_ratio, resize_by, resolution_unit } = options;
  const isSized = aspect_ratio === undefined && (width !== undefined || height !== undefined);
  const isUsed = isDrawn || (isSized && PHYSICAL_UNITS.has(resize_by ?? resolution_unit ?? 'px'));
  if (dpi === undefined || isUsed) return;
  const message = `Option dpi has no effect: ${target.name} does not hold it.`;
  warn({ code: 'option_no_effect', message, option: 'dpi' });
}
