import { mkdir, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { execa } from 'execa';
import { engine } from '../../../../engines/image/engine.ts';
import { validateConversion } from '../../../../src/catalog/index.ts';
import { identify } from '../../../../src/files/identify.ts';
import type { OutputFile } from '../../../../src/runner/engine.ts';
import type { OptionValues } from '../../../../src/task/types.ts';
import { engineTask, makeScratchFolder, ScratchFolder } from '../../../support/engine-context.ts';
import { CONVERT } from '../../../support/imagemagick.ts';

export const makeScratch = async (): Promise<ScratchFolder> => new ScratchFolder(await makeScratchFolder('decode'));

export interface ConvertOptions {
  readonly target: string;
  readonly filename?: string;
  readonly password?: string;
  readonly options?: OptionValues;
}

export interface Converted {
  readonly outputs: readonly OutputFile[];
  readonly warnings: readonly { code: string; message: string }[];
  readonly codes: readonly string[];
}

let runs = 0;

/** Runs the engine like the runner, with programs sandboxed to a separate work folder inside `scratch`. */
export const convert = (scratch: ScratchFolder, path: string, how: ConvertOptions): Promise<Converted> =>
  convertAll(scratch, [path], how);

/** The same with several inputs. */
export async function convertAll(
  scratch: ScratchFolder,
  paths: readonly string[],
  how: ConvertOptions,
): Promise<Converted> {
  const workFolder = scratch.path(`work-${++runs}`);
  await mkdir(workFolder);
  const inputs = await Promise.all(
    paths.map(async (path, index) => ({
      id: `input-${index}`,
      path,
      filename: how.filename ?? basename(path),
      size: (await stat(path)).size,
      format: await identify(path),
      decryptPassword: how.password ?? null,
    })),
  );
  const { signal } = new AbortController();
  const { context, warnings, codes } = engineTask({ workFolder, readable: [...paths], signal });
  const { options } = validateConversion({ category: 'image', target: how.target, options: how.options ?? {} });
  const outputs = await engine.convert({ target: how.target, options, inputs }, context);
  return { outputs, warnings, codes };
}

/** Returns the path of the only output. */
export function onlyPath({ outputs }: Converted): string {
  const [output] = outputs;
  if (output === undefined || outputs.length !== 1) throw new Error(`expected one output, got ${outputs.length}`);
  return output.path;
}

/** Runs ImageMagick without our policy. @returns what it prints */
export async function magick(...args: string[]): Promise<string> {
  const { stdout } = await execa(CONVERT, args);
  return stdout.trim();
}

/** Returns the size, `60x40`, of a file, or of the part in ImageMagick's brackets. */
export const sizeOf = (file: string): Promise<string> => magick(file, '-format', '%wx%h\n', 'info:');

/** Returns pixels as red, green, blue and alpha, 0 to 255, by ImageMagick. */
export async function pixelsOf(
  file: string,
  places: readonly (readonly [x: number, y: number])[],
): Promise<number[][]> {
  const pixel = ([x, y]: readonly [number, number]): string =>
    ['r', 'g', 'b', 'a'].map((channel) => `%[fx:round(255*p{${x},${y}}.${channel})]`).join(',');
  const text = await magick(file, '-format', `${places.map(pixel).join(' ')}\n`, 'info:');
  return (text.split('\n')[0] ?? '').split(' ').map((values) => values.split(',').map(Number));
}

export const pixelOf = async (file: string, x: number, y: number): Promise<number[]> =>
  (await pixelsOf(file, [[x, y]]))[0] ?? [];

/** Returns the similarity of two pictures, dB; Infinity if they are equal. Transparent parts count as white. */
export async function psnr(one: string, other: string): Promise<number> {
  const flat = (file: string): string[] => ['(', file, '-background', 'white', '-alpha', 'remove', '-depth', '8', ')'];
  const args = [...flat(one), ...flat(other), '-metric', 'PSNR', '-compare', '-format', '%[distortion]', 'info:'];
  const text = await magick(...args);
  return text === 'inf' || text === '0' ? Number.POSITIVE_INFINITY : Number(text);
}
