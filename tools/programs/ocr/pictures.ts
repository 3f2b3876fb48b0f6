import { fileURLToPath } from 'node:url';
import { ConversionError } from '../../../src/task/errors.ts';
import type { WorkContext } from '../../../src/work/context.ts';
import { ocrProgram } from './programs.ts';

const SCRIPT = fileURLToPath(new URL('pictures.py', import.meta.url));

/** One picture of a file as displayed. `dpi`: as stated by the file, null if it states none. */
export interface ListedPicture {
  readonly width: number;
  readonly height: number;
  readonly dpi: number | null;
  /** Dots per inch of the page that it was most likely made from. */
  readonly density: number;
}

export interface ListedPictures {
  readonly pages: readonly ListedPicture[];
  /** JPEG in grey or RGB, which PDF stores unchanged. */
  readonly jpeg: boolean;
  /** An animation, whose first picture is the page. */
  readonly moves: boolean;
}

/** A written picture. `scale`: its size relative to the source. */
export interface RenderedPicture {
  readonly number: number;
  readonly name: string;
  readonly scale: number;
}

export interface RenderPictures {
  readonly first: number;
  readonly last: number;
  readonly gray: boolean;
  readonly enlarge: number;
  readonly mostPixels: number;
  /** `pnm`: PBM, PGM or PPM, for recognition; `png` stores its density. */
  readonly format: 'pnm' | 'png';
}

/** Lists the sizes of the pictures of a file, at most one more than `mostPages`. Throws `input_damaged`, `input_bomb`. */
export function listPictures(path: string, mostPages: number, context: WorkContext): Promise<ListedPictures> {
  return ask(['list', path, String(mostPages)], context);
}

/** Writes pictures into `folder` as displayed: over white, rotated by Exif, with square dots. Throws `input_damaged`, `input_bomb`. */
export async function renderPictures(
  path: string,
  folder: string,
  { first, last, gray, enlarge, mostPixels, format }: RenderPictures,
  context: WorkContext,
): Promise<readonly RenderedPicture[]> {
  const numbers = [first, last, Number(gray), enlarge, mostPixels].map(String);
  return (await ask<{ pages: RenderedPicture[] }>(['render', path, folder, format, ...numbers], context)).pages;
}

/** Rotates our own picture clockwise, in place. */
export async function turnPicture(path: string, degrees: 90 | 180 | 270, context: WorkContext): Promise<void> {
  await ask(['turn', path, String(degrees)], context);
}

async function ask<Answer extends object>(args: readonly string[], context: WorkContext): Promise<Answer> {
  // Isolated: modules are loaded neither from the script's folder nor from the input's.
  const call = { ...(await ocrProgram('pictures')), args: ['-I', SCRIPT, ...args], readable: [SCRIPT] };
  const { stdout, stderr } = await context.run(call).catch((error: unknown) => {
    throw missingModule(error) ?? error;
  });
  const answer: Answer & { error?: string } = JSON.parse(stdout);
  if (answer.error === 'bomb') {
    const message = 'The picture has more than 280 million pixels, the most that is unpacked. Send a smaller one.';
    throw new ConversionError('input_bomb', message, { details: { limit: 280_000_000 } });
  }
  if (answer.error !== undefined) {
    const message = 'The picture is damaged, or not supported by text recognition. Convert it to png first.';
    throw new ConversionError('input_damaged', message, { log: stderr.slice(-4000) });
  }
  return answer;
}

/** Returns the error of a missing Pillow; null for another failure. */
export function missingModule(error: unknown): ConversionError | null {
  if (!(error instanceof ConversionError) || !/No module named '?PIL/.test(error.log ?? '')) return null;
  const message =
    'Pillow is not installed, and recognising text in pictures needs it. Install the package python3-pil.';
  return new ConversionError('program_missing', message, { details: { program: 'PIL', package: 'python3-pil' } });
}
