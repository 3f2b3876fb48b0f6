import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll } from 'vitest';
import type { PictureWarning } from '../../../../engines/image/job.ts';
import type { ImageOptions } from '../../../../engines/image/options.ts';
import { Picture } from '../../../../engines/image/picture.ts';
import { runSteps } from '../../../../engines/image/steps/pipeline.ts';
import type { StepJob } from '../../../../engines/image/steps/step.ts';
import { COMPARE, CONVERT, IDENTIFY } from '../../../support/imagemagick.ts';

let folder = '';
let files = 0;
/** Arguments that draw a picture to its path. */
const drawn = new Map<string, Promise<string>>();

/** Must be called by every test file that draws: all pictures are in a folder that is removed at its end. */
export function usePictures(): void {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'convertd-steps-'));
  });
  afterAll(async () => {
    drawn.clear();
    await rm(folder, { recursive: true, force: true });
  });
}

const run = promisify(execFile);

/** Draws a PNG once with ImageMagick; `args` are the arguments between `convert` and the file name. */
export function draw(...args: string[]): Promise<string> {
  const key = JSON.stringify(args);
  const made = drawn.get(key) ?? drawAnew(args);
  drawn.set(key, made);
  return made;
}

async function drawAnew(args: readonly string[]): Promise<string> {
  const path = join(folder, `${++files}.png`);
  await run(CONVERT, [...args, '-depth', '8', path]);
  return path;
}

/** A picture with soft colours, edges and dark and bright parts. */
export const photo = (size = '240x160'): Promise<string> =>
  draw(
    ...['-seed', '7', '-size', size, 'plasma:tomato-steelblue', '-blur', '0x1'],
    ...['-fill', 'white', '-draw', 'rectangle 30,20 80,60'],
    ...['-fill', 'black', '-draw', 'circle 150,90 170,90', '-fill', '#20a040', '-draw', 'rectangle 100,100 130,150'],
  );

/** The same, fully transparent at the left (over a hidden black) and with growing opacity to the right. */
export const seeThrough = async (): Promise<string> =>
  draw(
    ...[await photo(), '(', '-size', '160x180', 'gradient:white-black', '-rotate', '90', ')', '-gravity', 'East'],
    ...['-background', 'black', '-extent', '240x160', '-alpha', 'off', '-compose', 'CopyOpacity', '-composite'],
  );

/** Options that a user gives; the others have their defaults. */
export type Asked = Partial<ImageOptions>;

const DEFAULTS = {
  allow_multiple_outputs: false,
  color: 'colored',
  resize_handling: 'stretch',
  resolution_unit: 'none',
} as const satisfies Asked;

export interface Result {
  readonly path: string;
  /** What the pipeline says of it. */
  readonly width: number;
  readonly height: number;
  readonly hasAlpha: boolean;
  readonly warnings: readonly PictureWarning[];
}

/** Takes a picture through the steps that the options ask for, and writes a PNG. */
export async function converted(path: string, options: Asked, job: Partial<StepJob> = {}): Promise<Result> {
  const warnings: PictureWarning[] = [];
  const { autoOrient, orientation, hasAlpha = false } = await sharp(path).metadata();
  const { width, height } = autoOrient;
  // Opened like in load.ts.
  const begin = () => (orientation === undefined ? sharp(path) : sharp(path).autoOrient());
  const picture = await runSteps(Picture.opened(begin, { width, height, hasAlpha }), {
    options: { ...DEFAULTS, ...options },
    density: 72,
    alpha: true,
    isDrawn: false,
    warn: (warning) => warnings.push(warning),
    ...job,
  });
  const result = join(folder, `${++files}.png`);
  await picture.toSharp().png().toFile(result);
  return { path: result, width: picture.width, height: picture.height, hasAlpha: picture.hasAlpha, warnings };
}

/** Width, height and channels as ImageMagick reads them. */
export async function sizeOf(path: string): Promise<string> {
  return (await run(IDENTIFY, ['-format', '%wx%h', path])).stdout;
}

/** Returns four bytes per pixel, by ImageMagick. */
export async function rgba(path: string, ...args: string[]): Promise<Buffer> {
  const { stdout } = await run(CONVERT, [path, ...args, '-depth', '8', 'rgba:-'], {
    encoding: 'buffer',
    maxBuffer: 2 ** 28,
  });
  return stdout;
}

/** Returns red, green, blue and alpha of one pixel. */
export const pixelAt = async (path: string, x: number, y: number): Promise<number[]> => [
  ...(await rgba(path, '-crop', `1x1+${x}+${y}`, '+repage')),
];

/** Returns the decibels between two pictures of the same size, by ImageMagick; Infinity if they are equal. */
export async function psnr(one: string, other: string): Promise<number> {
  // `compare` exits with 1 if the pictures differ, and prints the figure on standard error.
  const output = await run(COMPARE, ['-metric', 'PSNR', one, other, 'null:']).catch((error: unknown) => {
    const failed = error as { code?: number; stderr?: string };
    if (failed.code === 1 && failed.stderr !== undefined) return { stderr: failed.stderr };
    throw error;
  });
  const figure = output.stderr.trim();
  return figure === 'inf' ? Infinity : Number(figure);
}

/** Returns a figure of a picture (`%[fx:…]` and others) by ImageMagick, after applying `args`. */
export async function figure(path: string, format: string, ...args: string[]): Promise<number> {
  return Number((await run(CONVERT, [path, ...args, '-format', format, 'info:'])).stdout);
}

/** Returns only the transparency, one byte per pixel. */
export async function alphaOf(path: string): Promise<Buffer> {
  const pixels = await rgba(path);
  return Buffer.from(pixels.filter((_, at) => at % 4 === 3));
}
