import { existsSync } from 'node:fs';
import { execa } from 'execa';
import sharp from 'sharp';
import type { Pixels } from '../../../../engines/image/picture.ts';
import type { Target } from '../../../../engines/image/targets.ts';
import type { ScratchFolder } from '../../../support/engine-context.ts';
import { CONVERT } from '../../../support/imagemagick.ts';

/** Debian's Python, which has the module PIL. */
export const PYTHON = '/usr/bin/python3';

export type Kind = 'colour' | 'veiled' | 'cut' | 'grey' | 'veiled grey';

const CHANNELS: Readonly<Record<Kind, Pixels['channels']>> = {
  colour: 3,
  veiled: 4,
  cut: 4,
  grey: 1,
  'veiled grey': 2,
};

/**
 * A picture of slopes and a box: opaque, `veiled` (ever more opaque from left to right) or `cut` (the left third is
 * transparent, the rest opaque).
 */
export function draw(kind: Kind, width = 121, height = 83): Pixels {
  const channels = CHANNELS[kind];
  const data = Buffer.alloc(width * height * channels);
  const colors = channels <= 2 ? 1 : 3;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * channels;
      const isBox = x > width / 2 && x < width * 0.8 && y > height / 4 && y < height / 2;
      const color = isBox ? [200, 30, 60] : [(x * 255) / width, (y * 255) / height, 255 - (x * 255) / width];
      for (let channel = 0; channel < colors; channel += 1) data[at + channel] = color[channel] ?? 0;
      if (channels > colors) data[at + colors] = kind === 'cut' ? (x < width / 3 ? 0 : 255) : (x * 255) / (width - 1);
    }
  }
  return { data, width, height, channels };
}

/** Writes the same picture once as a PNG, into the tests' folder. */
export async function drawPng(scratch: ScratchFolder, kind: Kind, width?: number, height?: number): Promise<string> {
  const { data, ...raw } = draw(kind, width, height);
  const path = scratch.path(`${kind}-${raw.width}x${raw.height}.png`);
  if (existsSync(path)) return path;
  await sharp(data, { raw })
    .toColourspace(raw.channels <= 2 ? 'b-w' : 'srgb')
    .png()
    .toFile(path);
  return path;
}

/** Reads a picture with a program that did not write it. @returns the path of the PNG that the program makes */
export async function readBack(target: Target, path: string): Promise<string> {
  const png = `${path}.png`;
  const [program, ...args] = READERS[target](path, png);
  await execa(program, args);
  return png;
}

const TO_PNG = 'import sys; from PIL import Image; Image.open(sys.argv[1]).save(sys.argv[2])';

const pillow = (path: string, png: string): [string, ...string[]] => [PYTHON, '-c', TO_PNG, path, png];
const ffmpeg = (path: string, png: string): [string, ...string[]] => ['ffmpeg', '-v', 'error', '-y', '-i', path, png];

const ghostscript = (path: string, png: string, ...args: string[]): [string, ...string[]] => [
  ...(['gs', '-q', '-dSAFER', '-dBATCH', '-dNOPAUSE', '-r72', '-sDEVICE=png16m'] as const),
  ...[...args, `-sOutputFile=${png}`, path],
];

const READERS: Readonly<Record<Target, (path: string, png: string) => [string, ...string[]]>> = {
  apng: pillow,
  avif: (path, png) => ['heif-convert', path, png],
  bmp: pillow,
  eps: (path, png) => ghostscript(path, png, '-dEPSCrop'),
  // Its values are linear light.
  exr: (path, png) => ['ffmpeg', '-v', 'error', '-y', '-apply_trc', 'iec61966_2_1', '-i', path, png],
  gif: pillow,
  heic: (path, png) => ['heif-convert', path, png],
  icns: pillow,
  ico: pillow,
  jp2: (path, png) => ['opj_decompress', '-i', path, '-o', png],
  jpg: pillow,
  jxl: (path, png) => ['djxl', path, png],
  pbm: pillow,
  pcx: pillow,
  pdf: (path, png) => ['sh', '-c', 'pdfimages -png "$1" "$1" && mv "$1-000.png" "$2"', 'sh', path, png],
  pgm: pillow,
  png: pillow,
  ppm: pillow,
  ps: ghostscript,
  psd: ffmpeg,
  svg: (path, png) => ['rsvg-convert', path, '-o', png],
  tga: ffmpeg,
  tiff: pillow,
  wbmp: (path, png) => [CONVERT, `wbmp:${path}`, png],
  webp: pillow,
};

/** Returns red, green, blue and alpha of a file, by ImageMagick. `file` starts with its format if the name does not show it. */
export async function rgbaOf(file: string): Promise<{ width: number; height: number; data: Buffer }> {
  const args = [file, '-format', '%w %h\n', '-write', 'info:-', '-depth', '8', 'rgba:-'];
  const { stdout } = await execa(CONVERT, args, { encoding: 'buffer' });
  const bytes = Buffer.from(stdout);
  const end = bytes.indexOf('\n');
  const [width = 0, height = 0] = bytes.toString('latin1', 0, end).split(' ').map(Number);
  return { width, height, data: bytes.subarray(end + 1) };
}

/** Returns red, green, blue and alpha of a drawn picture; over white if `flat`. */
export function toRgba({ data, width, height, channels }: Pixels, flat = false): Buffer {
  const result = Buffer.alloc(width * height * 4);
  const colors = channels <= 2 ? 1 : 3;
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const alpha = channels > colors ? (data[pixel * channels + colors] ?? 0) : 255;
    for (let channel = 0; channel < 3; channel += 1) {
      const color = data[pixel * channels + (colors === 1 ? 0 : channel)] ?? 0;
      result[pixel * 4 + channel] = flat ? Math.round((color * alpha + 255 * (255 - alpha)) / 255) : color;
    }
    result[pixel * 4 + 3] = flat ? 255 : alpha;
  }
  return result;
}

/** Returns the mean and largest difference of colours, over black and over white, and of alpha; units of 255. */
export function difference(one: Buffer, other: Buffer): { color: number; alpha: number; largest: number } {
  if (one.length !== other.length) throw new Error(`${one.length} and ${other.length} bytes`);
  let color = 0;
  let alpha = 0;
  let largest = 0;
  for (let at = 0; at < one.length; at += 4) {
    const [a = 0, b = 0] = [one[at + 3], other[at + 3]];
    alpha += Math.abs(a - b);
    for (let channel = 0; channel < 3; channel += 1) {
      const [c = 0, d = 0] = [one[at + channel], other[at + channel]];
      const onBlack = Math.abs(c * a - d * b) / 255;
      const onWhite = Math.abs((c - 255) * a - (d - 255) * b) / 255;
      const seen = Math.max(onBlack, onWhite);
      color += seen;
      largest = Math.max(largest, seen);
    }
  }
  return { color: color / (one.length * 0.75), alpha: alpha / (one.length / 4), largest };
}
