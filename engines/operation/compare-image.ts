import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TargetOptions } from '../../src/catalog/definition.ts';
import { stem } from '../../src/files/filename.ts';
import { formatOf } from '../../src/files/formats/names.ts';
import { pngSize } from '../../src/files/png-size.ts';
import type { OutputFile } from '../../src/runner/engine.ts';
import { ConversionError } from '../../src/task/errors.ts';
import type { OutputMetadata } from '../../src/task/types.ts';
import { type LocalInput, partFolder, type WorkContext, within } from '../../src/work/context.ts';
import { structuralSimilarity } from '../../tools/programs/ffmpeg/frames/ssim.ts';
import { requireProgram } from '../../tools/programs/ffmpeg/programs.ts';
import { comparePictures, type Metric, overWhite } from '../../tools/programs/imagemagick/compare.ts';
import type { catalog } from './catalog.ts';
import { firstAsPng } from './pictures.ts';

type Options = TargetOptions<typeof catalog, 'compare-image'>;

const METRICS = {
  ae: 'AE',
  mae: 'MAE',
  mse: 'MSE',
  ncc: 'NCC',
  pae: 'PAE',
  phash: 'PHASH',
  psnr: 'PSNR',
  rmse: 'RMSE',
} as const satisfies Record<Exclude<Options['method'], 'ssim'>, Metric>;

/** Names of colours that ImageMagick and CSS define differently. */
const COLORS: Readonly<Record<string, string>> = { gray: '#808080', green: '#008000' };

/**
 * Compares two pictures: makes a picture of their differences, and figures. Of pages and frames only the first counts; the second picture
 * is scaled to the size of the first. Throws ConversionError `input_count`, and what opening the pictures throws.
 */
export async function compareImages(
  inputs: readonly LocalInput[],
  options: Options,
  context: WorkContext,
): Promise<OutputFile[]> {
  const [one, other] = inputs;
  if (one === undefined || other === undefined || inputs.length > 2) {
    throw new ConversionError('input_count', `Two pictures are compared, not ${inputs.length}.`);
  }
  const pictures = await asPngs(one, other, within(context, 0, 60));
  const output = join(await partFolder(context, 'difference'), 'difference.png');
  const mark = { pictures, fuzz: options.threshold, color: COLORS[options.diff_color] ?? options.diff_color, output };
  const different = await comparePictures({ ...mark, metric: 'AE' }, context);
  context.progress(80);
  const value = await measure(
    options,
    { ...mark, output: join(await partFolder(context, 'measured'), 'difference.png') },
    different,
    context,
  );
  const { width, height } = await pngSize(output);
  const metadata: OutputMetadata = {
    method: options.method,
    value: Number.isFinite(value) ? value : 'infinite',
    threshold: options.threshold,
    different_pixels: different,
    different_percent: Math.round((different / (width * height)) * 1e6) / 1e4,
    width,
    height,
  };
  const { contentType } = formatOf('png');
  const basename = `${stem(one.filename)}-difference`;
  const picture: OutputFile = { path: output, extension: 'png', contentType, basename, metadata };
  // Whoever wants one file gets the picture, not an archive of two: its metadata has the figures, too.
  return options.allow_multiple_outputs ? [picture, await figuresFile(metadata, basename, context)] : [picture];
}

async function figuresFile(metadata: OutputMetadata, basename: string, context: WorkContext): Promise<OutputFile> {
  const path = join(await partFolder(context, 'figures'), 'difference.json');
  await writeFile(path, `${JSON.stringify(metadata, null, 2)}\n`);
  return { path, extension: 'json', contentType: 'application/json', basename, metadata };
}

/** Returns the figure of the chosen method. `different`: pixels that differ by more than the threshold, which is the result of ae. */
async function measure(
  { method }: Options,
  comparison: Omit<Parameters<typeof comparePictures>[0], 'metric'>,
  different: number,
  context: WorkContext,
): Promise<number> {
  if (method === 'ae') return different;
  if (method !== 'ssim') return comparePictures({ ...comparison, metric: METRICS[method] }, context);
  const ffmpeg = await requireProgram('ffmpeg', 'operation/compare-image with method ssim');
  return structuralSimilarity(ffmpeg, comparison.pictures, context);
}

async function asPngs(one: LocalInput, other: LocalInput, context: WorkContext): Promise<[string, string]> {
  const first = await named(one, firstAsPng(one, {}, within(context, 0, 50)));
  const second = await named(other, firstAsPng(other, {}, within(context, 50, 100)));
  const [size, otherSize] = [await pngSize(first), await pngSize(second)];
  if (size.width === otherSize.width && size.height === otherSize.height) return onPaper([first, second], context);
  const [asked, found] = [size, otherSize].map(({ width, height }) => `${width} × ${height}`);
  const message = `${other.filename} has ${found} pixels and was scaled to the ${asked} of ${one.filename} before they were compared.`;
  context.warn('output_limited', message, { width: size.width, height: size.height });
  return onPaper([first, await firstAsPng(other, { ...size }, context)], context);
}

/** Lays transparent pictures over white for the comparison. */
async function onPaper(pictures: readonly [string, string], context: WorkContext): Promise<[string, string]> {
  const folder = await partFolder(context, 'paper');
  const papers: [string, string] = [join(folder, 'one.png'), join(folder, 'other.png')];
  for (const [index, paper] of papers.entries()) await overWhite(pictures[index] ?? '', paper, context);
  return papers;
}

/** Adds to an error which of several inputs caused it. */
export async function named<Result>({ id }: LocalInput, made: Promise<Result>): Promise<Result> {
  try {
    return await made;
  } catch (error) {
    if (!(error instanceof ConversionError) || error.source !== 'input' || error.idSource !== null) throw error;
    const { code, message, details, log } = error;
    throw new ConversionError(code, message, {
      idSource: id,
      details,
      ...(log !== undefined && { log }),
      cause: error,
    });
  }
}
