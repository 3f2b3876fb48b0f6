import { execFile } from 'node:child_process';
import { mkdir, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { engine as documents } from '../../../../../engines/document/engine.ts';
import { engine as images } from '../../../../../engines/image/engine.ts';
import { validateConversion } from '../../../../../src/catalog/index.ts';
import { identify } from '../../../../../src/files/identify.ts';
import type { OptionValues } from '../../../../../src/task/types.ts';
import { engineTask, makeScratchFolder, ScratchFolder } from '../../../../support/engine-context.ts';
import { CONVERT, IDENTIFY } from '../../../../support/imagemagick.ts';

export const run = promisify(execFile);

const ENGINES = { image: images, document: documents } as const;

let tasks = 0;

/** Makes a folder with the drawings of a Python script from this folder, and for their outputs. */
export async function drawingsOf(script: string) {
  const scratch = new ScratchFolder(await makeScratchFolder('preview'));
  await run('/usr/bin/python3', [fileURLToPath(new URL(script, import.meta.url)), scratch.folder]);
  return scratch;
}

/** Converts a file to a target of a category with its engine. @returns all outputs */
export async function convertAll(
  scratch: ScratchFolder,
  category: keyof typeof ENGINES,
  path: string,
  target: string,
  options: OptionValues = {},
) {
  const workFolder = scratch.path(`task-${++tasks}`);
  await mkdir(workFolder);
  const task = engineTask({ workFolder, readable: [path], signal: new AbortController().signal });
  const { size } = await stat(path);
  const input = {
    id: 'input',
    path,
    filename: basename(path),
    size,
    format: await identify(path),
    decryptPassword: null,
  };
  const validated = validateConversion({ category, target, options });
  const request = { target, options: validated.options, inputs: [input] };
  const outputs = await ENGINES[category].convert(request, task.context);
  return { outputs, warnings: task.warnings };
}

/** The same, for a single output. */
export async function convertOne(...of: Parameters<typeof convertAll>) {
  const { outputs, warnings } = await convertAll(...of);
  const [output, ...more] = outputs;
  if (output === undefined || more.length > 0) throw new Error('one output is expected');
  return { path: output.path, warnings };
}

export interface Raster {
  readonly width: number;
  readonly height: number;
  /** Colour at a position on the sheet, in units from its lower left. */
  at(x: number, y: number): string;
  /** Colour of a pixel, from the upper left. */
  pixel(column: number, row: number): string;
}

/** Of the drawings that drawings.py makes: 20 mm are margins, and a unit is a millimetre. */
export const [SHEET_WIDTH, SHEET_HEIGHT, MARGIN] = [420, 220, 10];

/** Reads any picture with ImageMagick. */
export async function raster(path: string): Promise<Raster> {
  const { stdout: size } = await run(IDENTIFY, ['-format', '%w %h', path]);
  const [width = 0, height = 0] = size.split(' ').map(Number);
  const rgb = { encoding: 'buffer', maxBuffer: 1e9 } as const;
  const { stdout } = await run(CONVERT, [path, '-depth', '8', 'rgb:-'], rgb);
  const pixel = (column: number, row: number): string => {
    const from = (row * width + column) * 3;
    return `#${stdout.subarray(from, from + 3).toString('hex')}`;
  };
  return {
    width,
    height,
    pixel,
    at(x, y) {
      const column = Math.floor(((x + MARGIN) / SHEET_WIDTH) * width);
      return pixel(column, Math.floor(((SHEET_HEIGHT - MARGIN - y) / SHEET_HEIGHT) * height));
    },
  };
}

/** Returns the similarity of parts of two pictures, decibels; 100 if they are equal. */
export async function likeness(one: string, other: string, part: string): Promise<number> {
  const cut = (path: string) => ['(', path, '-crop', part, '+repage', ')'];
  const compare = ['-metric', 'PSNR', '-compare', '-format', '%[distortion]', 'info:'];
  const { stdout } = await run(CONVERT, [...cut(one), ...cut(other), ...compare]);
  return Number(stdout.replace('inf', '100'));
}

/** Returns the share of an area that is not white, 0 to 1. */
export function inked({ at }: Raster, [left, bottom, right, top]: readonly [number, number, number, number]): number {
  let dark = 0;
  let all = 0;
  for (let x = left; x < right; x += 0.2) {
    for (let y = bottom; y < top; y += 0.2) {
      all += 1;
      if (at(x, y) < '#e0') dark += 1;
    }
  }
  return dark / all;
}

export const [WHITE, BLACK, RED] = ['#ffffff', '#000000', '#ff0000'];
/** Five pixels per unit. */
export const FINE = { dpi: 127 };
