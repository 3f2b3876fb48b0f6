import { copyFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openByteSource } from '../../../src/files/formats/byte-source.ts';
import type { ProgramPlaces } from '../../../src/process/programs.ts';
import { findPython } from '../../../src/process/python.ts';
import { partFolder, type WorkContext } from '../../../src/work/context.ts';
import { moreThanColors } from '../../formats/pictures/depth.ts';
import { EXIFTOOL } from '../exiftool/exiftool.ts';
import { type PackInPlace, packFrames } from './apng.ts';
import { ADVDEF, findPacker, OPTIPNG, PACKER_LIMITS, PNGQUANT } from './places.ts';

export interface PngPacking {
  /** Worst and best quality of a palette, on the scale of pngquant. Null: every pixel stays. */
  readonly palette: readonly [number, number] | null;
  readonly isAnimated: boolean;
  /** Whether it is one of many pictures, each of which may only take a fifth of the time, for 5 % more bytes. */
  readonly isOneOfMany: boolean;
}

const MiB = 1024 ** 2;

/** Bytes of pixels up to which Zopfli may work, which takes 7 seconds for each MiB; and up to which the second best (7-Zip's) may: 1.3. */
const SMALL = 4 * MiB;
const LARGE = 64 * MiB;

/** Settings of optipng: every filter. Its levels up to 4 leave out those that are best for shades. */
const TRIALS = ['-f0-5', '-zc9', '-zm8', '-zs0,1'];

/** Orders the colors of a palette. */
const PALETTE_SCRIPT = fileURLToPath(new URL('palette.py', import.meta.url));

/**
 * Writes a PNG with fewer bytes. Profiles, tags and texts stay. Neither an animation nor a picture of 16 bits gets a palette. Interlaced
 * rows, which take more bytes, become plain ones, but not in an animation. Warns of programs that are not installed.
 * @returns the path of the result, which may be larger; null if the file is damaged, or the first of the programs is missing
 * @throws ConversionError `limit_*`
 */
export async function packPng(png: string, packing: PngPacking, context: WorkContext): Promise<string | null> {
  const { palette, isAnimated, isOneOfMany } = packing;
  const folder = await partFolder(context, 'png');
  const filtered = join(folder, 'filtered.png');
  const isLarge = (await kindOf(png)).bytes > LARGE;
  const trials = isLarge ? ['-o1'] : TRIALS;
  const rows = isAnimated ? [] : ['-i0'];
  if (!(await run(OPTIPNG, ['-quiet', ...trials, ...rows, '-out', filtered, png], context))) return null;
  const reduced = palette === null || isAnimated ? null : await withPalette(filtered, palette, folder, context);
  const kept = reduced ?? filtered;
  const made = isAnimated ? kept : await withOrder(kept, folder, context);
  const { bytes } = await kindOf(made);
  const deflate = (paths: readonly string[]): Promise<boolean> => {
    const encoder = bytes * paths.length > SMALL || isOneOfMany ? '-3' : '-4';
    return run(ADVDEF, ['-q', '-z', encoder, ...paths], context);
  };
  const whole = bytes > LARGE ? made : await deflated(made, join(folder, 'packed.png'), deflate);
  if (!isAnimated) return whole;
  const inPlace: PackInPlace = async (paths) => {
    const isTooMuch = bytes * paths.length > LARGE;
    // All frames have the kind of pixels that the header says.
    if (!(await run(OPTIPNG, ['-quiet', '-nx', ...(isTooMuch ? ['-o1'] : TRIALS), ...paths], context))) return false;
    if (!isTooMuch) await deflate(paths);
    return true;
  };
  return (await packFrames(whole, folder, inPlace)) ?? whole;
}

/** Packs a copy. @returns its path, or that of the original if the work failed */
async function deflated(png: string, copy: string, deflate: PackInPlace): Promise<string> {
  await copyFile(png, copy);
  return (await deflate([copy])) ? copy : png;
}

/** Reduces a PNG to at most 256 colors. @returns the path; null if that would be worse than the worst quality, or not smaller */
async function withPalette(
  png: string,
  [worst, best]: readonly [number, number],
  folder: string,
  context: WorkContext,
): Promise<string | null> {
  if ((await moreThanColors(png, 'png')) !== null) return null;
  const [bare, whole] = [join(folder, 'palette.png'), join(folder, 'tagged.png')];
  // Without dithering it is both smaller and more similar (SSIM).
  const settings = ['--skip-if-larger', '--nofs', '--speed', '1', '--quality', `${worst}-${best}`, '--output', bare];
  if (!(await run(PNGQUANT, [...settings, '--', png], context))) return null;
  // Pngquant leaves the colors as they are, but drops the profile that says what they mean, and Exif data.
  const tags = ['-config', '', '-m', '-tagsFromFile', png, '-icc_profile', '-EXIF:all', '-o', whole, bare];
  return (await run(EXIFTOOL, tags, context)) ? whole : bare;
}

/** Puts the colors of a palette into a better order. @returns the path of the smaller one */
async function withOrder(png: string, folder: string, context: WorkContext): Promise<string> {
  const { bits, color, bytes } = await kindOf(png);
  if (bits !== 8 || color !== INDEXED || bytes > SMALL) return png;
  const ordered = join(folder, 'ordered.png');
  const { exitCode } = await context.run({
    name: 'python3',
    path: findPython(),
    args: ['-I', '-B', PALETTE_SCRIPT, png, ordered],
    readable: [PALETTE_SCRIPT],
    limits: PACKER_LIMITS,
    acceptExitCodes: 'any',
  });
  return exitCode === 0 && (await stat(ordered)).size < (await stat(png)).size ? ordered : png;
}

/** Runs one of the programs. @returns whether it could do its work */
async function run(program: ProgramPlaces, args: readonly string[], context: WorkContext): Promise<boolean> {
  const path = await findPacker(program, context);
  if (path === null) return false;
  const { exitCode } = await context.run({
    name: program.name,
    path,
    args,
    limits: PACKER_LIMITS,
    acceptExitCodes: 'any',
  });
  return exitCode === 0;
}

/** Samples of a pixel by color type (PNG 3, 11.2.1). */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

const INDEXED = 3;

/** Returns bits of a sample, color type, and how many bytes the pixels of a PNG take unpacked, by its header. */
async function kindOf(png: string): Promise<{ bits: number; color: number; bytes: number }> {
  const source = await openByteSource(png);
  if (source === null || source.head.length < 26) return { bits: 0, color: 0, bytes: 0 };
  const { head } = source;
  await source.close();
  const [bits, color] = [head.readUInt8(24), head.readUInt8(25)];
  const pixels = head.readUInt32BE(16) * head.readUInt32BE(20);
  return { bits, color, bytes: (pixels * bits * (SAMPLES[color] ?? 1)) / 8 };
}
