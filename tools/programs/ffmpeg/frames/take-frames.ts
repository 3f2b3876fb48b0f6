import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ConversionError } from '../../../../src/task/errors.ts';
import { type LocalInput, partFolder } from '../../../../src/work/context.ts';
import { damageWarnings } from '../failures.ts';
import { type FfmpegRuns, runFfmpeg } from '../ffmpeg.ts';
import type { Warning } from '../issues.ts';
import { fileUrl, inputArguments } from '../probe/input-safety.ts';
import type { MediaStream } from '../probe/streams.ts';
import { Progress } from '../progress.ts';
import {
  type FrameChoice,
  type FrameFormat,
  type FrameSize,
  isTransparent,
  largestFrame,
  selectFilter,
} from './frame-plan.ts';
import { QUIET } from './pictures.ts';

const GiB = 1024 ** 3;

/** The part of a film, in seconds from its beginning. */
export interface FilmPart {
  readonly start: number;
  /** Null for the end. */
  readonly end: number | null;
  /** Length in seconds; null if unknown. */
  readonly seconds: number | null;
}

export interface FrameRequest {
  readonly video: MediaStream;
  readonly part: FilmPart;
  readonly choice: FrameChoice;
  readonly most: number;
  /** Size of every frame, even if the film changes its size. */
  readonly size: FrameSize;
  readonly format: FrameFormat;
  /** Returns ffmpeg filters that draw on each frame, for the time at which its clock reads 0. */
  readonly draw?: (offset: number) => readonly string[];
}

export interface Frames {
  /** Paths in order. */
  readonly paths: readonly string[];
  /** Whether the part has more frames. */
  readonly hasMore: boolean;
  /** Warnings about damage. */
  readonly warnings: readonly Warning[];
}

/** Takes frames out of a film, each as a file. Throws ConversionError `input_damaged`, and what running a program throws. */
export async function takeFrames(input: LocalInput, request: FrameRequest, runs: FfmpegRuns): Promise<Frames> {
  const folder = await partFolder(runs.context, 'frames');
  const { stderr, failure } = await take(input, request, folder, runs);
  const names = (await readdir(folder)).sort();
  if (names.length === 0) throw failure ?? noFrames(input, stderr);
  // One more frame than requested shows that there are more.
  const extra = names.slice(request.most);
  for (const name of extra) await rm(join(folder, name));
  const paths = names.slice(0, request.most).map((name) => join(folder, name));
  return { paths, hasMore: extra.length > 0, warnings: damageWarnings(stderr, failure !== null, input.filename) };
}

interface Taken {
  readonly stderr: string;
  readonly failure: ConversionError | null;
}

/** Number of times that one ffmpeg run seeks to: each opens the film again. */
const TIMES_A_RUN = 8;

async function take(input: LocalInput, request: FrameRequest, folder: string, runs: FfmpegRuns): Promise<Taken> {
  const { choice, part } = request;
  if (choice.by !== 'times') {
    const progress = new Progress(runs.context.progress, part.seconds);
    return run(input, request, wayArguments(input, request, choice, folder), runs, progress.rest());
  }
  const times = choice.times.slice(0, request.most);
  let all: Taken = { stderr: '', failure: null };
  for (let at = 0; at < times.length; at += TIMES_A_RUN) {
    const places = times.slice(at, at + TIMES_A_RUN).map((time, index) => ({ time, number: at + index + 1 }));
    const { stderr, failure } = await run(input, request, timesArguments(input, request, places, folder), runs);
    all = { stderr: all.stderr + stderr, failure: all.failure ?? failure };
    runs.context.progress((100 * (at + places.length)) / times.length);
  }
  return all;
}

async function run(
  input: LocalInput,
  { format, size, video }: FrameRequest,
  args: readonly string[],
  runs: FfmpegRuns,
  onProgress?: (line: string) => void,
): Promise<Taken> {
  const fileBytes = largestFrame(size, format, isTransparent(video));
  const limits = { memoryBytes: 3 * GiB, fileBytes };
  try {
    const { stderr } = await runFfmpeg(runs, args, { limits, ...(onProgress && { onProgress }) });
    return { stderr, failure: null };
  } catch (error) {
    // ffmpeg gives up at the damage; the frames before it exist.
    if (!(error instanceof ConversionError) || !DAMAGED.has(error.code)) throw error;
    const { log: stderr = '' } = error;
    return { stderr, failure: noFrames(input, stderr) };
  }
}

const DAMAGED: ReadonlySet<string> = new Set(['input_damaged', 'conversion_failed']);

/** Returns the arguments for one pass through the part. */
function wayArguments(
  input: LocalInput,
  request: FrameRequest,
  choice: Exclude<FrameChoice, { by: 'times' }>,
  folder: string,
): string[] {
  const { video, part, most } = request;
  const from = part.start > 0 ? ['-ss', `${part.start}`] : [];
  const until = part.end === null ? [] : ['-t', (part.end - part.start).toFixed(3)];
  const graph = [selectFilter(choice), ...pictureFilters(request, part.start)].join(',');
  return [
    ...[...QUIET, ...from, ...until, ...inputArguments(input.path), '-map', `0:${video.index}`],
    ...[
      '-vf',
      graph,
      '-fps_mode',
      'passthrough',
      '-frames:v',
      `${most + 1}`,
      ...fileArguments(request, '%06d', folder),
    ],
  ];
}

/** Returns the arguments for frames at certain times, to which ffmpeg seeks. */
function timesArguments(
  input: LocalInput,
  request: FrameRequest,
  places: readonly { readonly time: number; readonly number: number }[],
  folder: string,
): string[] {
  const { video } = request;
  // The frame shown began earlier, but by no more than its own duration.
  const before = Math.max(0, (video.frameSeconds ?? 0) - 0.002);
  const inputs = places.flatMap(({ time }) => {
    const from = Math.max(0, time - before);
    return [...(from > 0 ? ['-ss', from.toFixed(3)] : []), ...inputArguments(input.path)];
  });
  const outputs = places.flatMap(({ time, number }, index) => [
    ...['-map', `${index}:${video.index}`, '-vf', pictureFilters(request, time).join(','), '-frames:v', '1'],
    ...['-update', '1', ...fileArguments(request, String(number).padStart(6, '0'), folder)],
  ]);
  return [...QUIET, ...inputs, ...outputs];
}

function pictureFilters({ size, format, video, draw }: FrameRequest, offset: number): string[] {
  const pixels = format === 'jpg' ? 'yuvj420p' : isTransparent(video) ? 'rgba' : 'rgb24';
  return [`scale=${size.width}:${size.height}`, 'setsar=1', ...(draw?.(offset) ?? []), `format=${pixels}`];
}

function fileArguments({ format }: FrameRequest, number: string, folder: string): string[] {
  const encode = format === 'jpg' ? ['-c:v', 'mjpeg', '-q:v', '2'] : ['-c:v', 'png'];
  // In the pattern of names, a percent sign begins the number.
  const path = number.startsWith('%') ? folder.replaceAll('%', '%%') : folder;
  return [...encode, '-f', 'image2', fileUrl(join(path, `frame-${number}.${format}`))];
}

const noFrames = ({ filename }: LocalInput, log: string) =>
  new ConversionError(
    'input_damaged',
    `No frame of ${filename} could be decoded: its video is damaged, ends before the start, or is not supported by ffmpeg.`,
    { log },
  );
