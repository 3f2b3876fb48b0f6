import { join } from 'node:path';
import { convertParts } from '../../../src/runner/part.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import { type LocalInput, partFolder, within } from '../../../src/work/context.ts';
import { type FfmpegRuns, runFfmpeg } from '../../../tools/programs/ffmpeg/ffmpeg.ts';
import { QUIET } from '../../../tools/programs/ffmpeg/frames/pictures.ts';
import { limited, type Warning } from '../../../tools/programs/ffmpeg/issues.ts';
import {
  fileUrl,
  outputArguments,
  pictureSequenceArguments,
} from '../../../tools/programs/ffmpeg/probe/input-safety.ts';
import { readReport } from '../../../tools/programs/ffmpeg/probe/probe.ts';
import type { Program } from '../../../tools/programs/ffmpeg/programs.ts';
import { type Size, shapeFilters } from '../picture-plan.ts';
import type { Material } from '../sources.ts';
import type { SeenFilm } from './join-plan.ts';

/** Longest and shorter side of slides, pixels: cameras make larger pictures than video players accept. */
const LARGEST = { long: 3840, short: 2160 };

export interface Slides extends Material<SeenFilm> {
  readonly warnings: readonly Warning[];
}

/**
 * Makes a film that shows each picture for so many seconds, all at the size of the first, with bars. The image category reads them, so that
 * they are upright in every format. Throws ConversionError as it does.
 */
export async function slidesOf(
  pictures: readonly LocalInput[],
  seconds: number,
  { ffprobe, runs }: { readonly ffprobe: Program; readonly runs: FfmpegRuns },
): Promise<Slides> {
  const { context } = runs;
  const folder = await partFolder(context, 'slides');
  const quiet = { ...within(context, 0, 0), progress: () => {} };
  let size: Size | null = null;
  let first: Size | null = null;
  let others = 0;
  for (const [index, input] of pictures.entries()) {
    context.signal.throwIfAborted();
    const [drawn] = await convertParts('image', { target: 'png', options: {}, inputs: [input] }, quiet);
    if (drawn === undefined) throw new ConversionError('input_damaged', `${input.filename} contains no picture.`);
    const found = await sizeOf(drawn.path, input, { ffprobe, runs });
    first ??= found;
    size ??= fitting(found);
    if (found.width !== first.width || found.height !== first.height) others += 1;
    const filters = [...shapeFilters(found, size, 'keep_aspect_ratio_fill_black'), 'setsar=1', 'format=rgb24'].join(
      ',',
    );
    const output = join(folder, `slide-${String(index).padStart(6, '0')}.png`);
    const args = [...QUIET, ...outputArguments(drawn.path, 'png_pipe'), '-vf', filters, '-frames:v', '1'];
    await runFfmpeg({ ...runs, filename: input.filename }, [...args, '-f', 'image2', fileUrl(output)]);
  }
  if (size === null || first === null) throw new Error('no pictures');
  const pattern = join(folder.replaceAll('%', '%%'), 'slide-%06d.png');
  const rate = { frames: 1000, seconds: Math.round(seconds * 1000) };
  const source = {
    open: pictureSequenceArguments(pattern, `${rate.frames}/${rate.seconds}`),
    isCut: true,
    until: null,
  };
  return {
    film: filmOf(size, rate, pictures.length),
    sources: [source],
    mixture: null,
    warnings: warningsOf({ size, first, others }),
  };
}

async function sizeOf(
  path: string,
  { filename }: LocalInput,
  { ffprobe, runs }: { readonly ffprobe: Program; readonly runs: FfmpegRuns },
): Promise<Size> {
  const { report, stderr } = await readReport(ffprobe, outputArguments(path, 'png_pipe'), runs.context);
  const { width = 0, height = 0 } = report?.streams?.[0] ?? {};
  if (width > 0 && height > 0) return { width, height };
  throw new ConversionError('input_damaged', `${filename} is damaged: no picture could be read from it.`, {
    log: stderr,
  });
}

function fitting({ width, height }: Size): Size {
  const isWide = width >= height;
  const box = isWide ? { width: LARGEST.long, height: LARGEST.short } : { width: LARGEST.short, height: LARGEST.long };
  const scale = Math.min(1, box.width / width, box.height / height);
  const even = (length: number) => Math.max(2, Math.floor((length * scale) / 2) * 2);
  return { width: even(width), height: even(height) };
}

function warningsOf({
  size,
  first,
  others,
}: {
  readonly size: Size;
  readonly first: Size;
  readonly others: number;
}): Warning[] {
  const inSize = `${size.width} × ${size.height} pixels`;
  const isSmaller = size.width < first.width - 1 || size.height < first.height - 1;
  const smaller = `The film has ${inSize}, fewer than its first picture.`;
  const barred = `${others} of the pictures have another size than the first: they were brought to ${inSize}, with bars where their shape differs.`;
  return [
    ...(isSmaller ? [limited(smaller, { ...size })] : []),
    ...(others > 0 ? [limited(barred, { pictures: others, ...size })] : []),
  ];
}

function filmOf(size: Size, rate: { readonly frames: number; readonly seconds: number }, count: number): SeenFilm {
  const seconds = (count * rate.seconds) / rate.frames;
  return {
    formats: ['image2'],
    picture: {
      ...{
        ...size,
        rate,
        seconds,
        file: 0,
        index: 0,
        codec: 'png',
        language: null,
        title: null,
        isUsual: true,
        edits: null,
      },
      ...{ bitRate: null, profile: null, pixelAspect: 1, turn: 0, pixelFormat: 'rgb24', bits: 8, hasAlpha: false },
      ...{ isVariable: false, isInterlaced: false, begins: 0, dolbyVision: null },
      color: { range: null, matrix: null, transfer: null, primaries: null },
    },
    ...{
      otherPictures: 0,
      unreadable: [],
      sounds: [],
      subtitles: [],
      covers: [],
      attachments: [],
      chapters: [],
      tags: new Map(),
      movie: null,
      hasUnreadTags: false,
      data: [],
    },
    seconds,
  };
}
