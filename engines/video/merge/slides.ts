import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { convertParts } from '../../../src/runner/part.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import { type LocalInput, partFolder, within } from '../../../src/work/context.ts';
import { type FfmpegRuns, runFfmpeg } from '../../../tools/programs/ffmpeg/ffmpeg.ts';
import { renderFileList } from '../../../tools/programs/ffmpeg/file-list.ts';
import { QUIET } from '../../../tools/programs/ffmpeg/frames/pictures.ts';
import { limited, type Warning } from '../../../tools/programs/ffmpeg/issues.ts';
import {
  fileUrl,
  outputArguments,
  pictureListArguments,
  pictureSequenceArguments,
} from '../../../tools/programs/ffmpeg/probe/input-safety.ts';
import { readReport } from '../../../tools/programs/ffmpeg/probe/probe.ts';
import type { Program } from '../../../tools/programs/ffmpeg/programs.ts';
import { type Size, shapeFilters } from '../picture-plan.ts';
import type { Material } from '../sources.ts';
import type { SeenFilm } from './join-plan.ts';

const BARS = 'keep_aspect_ratio_fill_black';

/** Longest and shorter side of slides, pixels: cameras make larger pictures than video players accept. */
const LARGEST = { long: 3840, short: 2160 };

/** A picture, and how long it is shown. */
export interface Slide {
  readonly input: LocalInput;
  readonly seconds: number;
}

export interface Slides extends Material<SeenFilm> {
  readonly warnings: readonly Warning[];
}

/**
 * Makes a film that shows each picture for its time, all at the size of the first, with bars unless the input says otherwise. The image
 * category reads them, so that they are upright in every format. Throws ConversionError as it does.
 * @param fps frames per second of the result
 */
export async function slidesOf(
  slides: readonly Slide[],
  fps: number,
  { ffprobe, runs }: { readonly ffprobe: Program; readonly runs: FfmpegRuns },
): Promise<Slides> {
  const { context } = runs;
  const folder = await partFolder(context, 'slides');
  const quiet = { ...within(context, 0, 0), progress: () => {} };
  let size: Size | null = null;
  let first: Size | null = null;
  let others = 0;
  for (const [index, { input }] of slides.entries()) {
    context.signal.throwIfAborted();
    const [drawn] = await convertParts('image', { target: 'png', options: {}, inputs: [input] }, quiet);
    if (drawn === undefined) throw new ConversionError('input_damaged', `${input.filename} contains no picture.`);
    const found = await sizeOf(drawn.path, input, { ffprobe, runs });
    first ??= found;
    size ??= fitting(found);
    const { resize_handling: asked = BARS } = input.slide ?? {};
    const handling = asked === 'keep_aspect_ratio' ? BARS : asked;
    const isOther = found.width !== first.width || found.height !== first.height;
    if (isOther && input.slide?.resize_handling === undefined) others += 1;
    const filters = [...shapeFilters(found, size, handling), 'setsar=1', 'format=rgb24'].join(',');
    const output = join(folder, nameOf(index));
    const png = ['-frames:v', '1', '-c:v', 'png', '-f', 'image2pipe', fileUrl(output)];
    const args = [...QUIET, ...outputArguments(drawn.path, 'png_pipe'), '-vf', filters, ...png];
    await runFfmpeg({ ...runs, filename: input.filename }, args);
  }
  if (size === null || first === null) throw new Error('no pictures');
  const times = slides.map(({ seconds }) => Math.round(seconds * 1000));
  return { ...(await materialOf(times, { size, fps, folder })), warnings: warningsOf({ size, first, others }) };
}

/** Name of a slide: without an extension, by which ffmpeg would take it for one of a sequence in a list. */
const nameOf = (index: number): string => `slide-${String(index).padStart(6, '0')}`;

/** Returns the slides as the source of a film. @param times milliseconds of each */
async function materialOf(
  times: readonly number[],
  { size, fps, folder }: { readonly size: Size; readonly fps: number; readonly folder: string },
): Promise<Material<SeenFilm>> {
  const [time = 0] = times;
  const total = times.reduce((sum, each) => sum + each, 0) / 1000;
  if (times.every((each) => each === time)) {
    const rate = { frames: 1000, seconds: time };
    const pattern = join(folder.replaceAll('%', '%%'), 'slide-%06d');
    const open = pictureSequenceArguments(pattern, `${rate.frames}/${rate.seconds}`);
    return { film: filmOf(size, rate, total), sources: [{ open, isCut: true, until: null }], mixture: null };
  }
  const list = join(folder, 'slides.txt');
  await writeFile(list, renderList(times));
  // ffmpeg seeks in a list only to the beginning of a slide, so the kept part is cut out of frames.
  return {
    film: filmOf(size, { frames: Math.round(fps * 1000), seconds: 1000 }, total),
    sources: [{ open: pictureListArguments(list), isCut: false, until: null }],
    mixture: { chains: [`[0:0]fps=${fps}[slides]`], picture: 'slides', sounds: new Map(), isWhole: true },
  };
}

/** Renders a list of slides for ffmpeg. It shows the last entry for one millisecond, whatever its time. */
function renderList(times: readonly number[]): string {
  const last = times.length - 1;
  const entry = (index: number, ...further: string[]) => ({
    path: nameOf(index),
    directives: ['option framerate 1000', ...further],
  });
  const entries = times.map((time, index) =>
    entry(index, `duration ${((index === last ? time - 1 : time) / 1000).toFixed(3)}`),
  );
  return renderFileList([...entries, entry(last)]);
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

function filmOf(size: Size, rate: { readonly frames: number; readonly seconds: number }, seconds: number): SeenFilm {
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
