import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ConversionError } from '../../src/task/errors.ts';
import { type LocalInput, partFolder } from '../../src/work/context.ts';
import { damageWarnings } from './failures.ts';
import { type FfmpegRuns, runFfmpeg } from './ffmpeg.ts';
import { type FrameFormat, type FrameSize, isTransparent, largestFrame, selectFilter } from './frame-plan.ts';
import { fileUrl, inputArguments } from './input-safety.ts';
import type { Warning } from './issues.ts';
import { QUIET } from './pictures.ts';
import { Progress } from './progress.ts';
import type { MediaStream } from './streams.ts';

const GiB = 1024 ** 3;

/** The part of a film, in seconds from its beginning. */
export interface FilmPart {
  readonly start: number;
  /** Null: to the end. */
  readonly end: number | null;
  /** How long it is; null: not known. */
  readonly seconds: number | null;
}

export interface FrameRequest {
  readonly video: MediaStream;
  readonly part: FilmPart;
  /** Seconds from one frame to the next. */
  readonly interval: number;
  readonly most: number;
  /** Of every frame, whatever the film has on the way. */
  readonly size: FrameSize;
  readonly format: FrameFormat;
}

export interface Frames {
  /** In order. */
  readonly paths: readonly string[];
  /** Whether the part has more of them. */
  readonly hasMore: boolean;
  /** What is damaged. */
  readonly warnings: readonly Warning[];
}

/** Takes frames out of a film, each as a file. Throws ConversionError `input_damaged`, and what running a program does. */
export async function takeFrames(input: LocalInput, request: FrameRequest, runs: FfmpegRuns): Promise<Frames> {
  const folder = await partFolder(runs.context, 'frames');
  const { stderr, failure } = await run(input, request, folder, runs);
  const names = (await readdir(folder)).sort();
  if (names.length === 0) throw failure ?? noFrames(input, stderr);
  // One more than was asked for tells that there are more.
  const extra = names.slice(request.most);
  for (const name of extra) await rm(join(folder, name));
  const paths = names.slice(0, request.most).map((name) => join(folder, name));
  return { paths, hasMore: extra.length > 0, warnings: damageWarnings(stderr, failure !== null, input.filename) };
}

async function run(
  input: LocalInput,
  request: FrameRequest,
  folder: string,
  runs: FfmpegRuns,
): Promise<{ stderr: string; failure: ConversionError | null }> {
  const { format, size, part, video } = request;
  const progress = new Progress(runs.context.progress, part.seconds);
  const fileBytes = largestFrame(size, format, isTransparent(video));
  try {
    const { stderr } = await runFfmpeg(runs, frameArguments(input, request, folder), {
      onProgress: progress.rest(),
      limits: { memoryBytes: 3 * GiB, fileBytes },
    });
    return { stderr, failure: null };
  } catch (error) {
    // ffmpeg gives up at the damage; the frames before it are there.
    if (!(error instanceof ConversionError) || !DAMAGED.has(error.code)) throw error;
    const { log: stderr = '' } = error;
    return { stderr, failure: noFrames(input, stderr) };
  }
}

const DAMAGED: ReadonlySet<string> = new Set(['input_damaged', 'conversion_failed']);

function frameArguments(input: LocalInput, request: FrameRequest, folder: string): string[] {
  const { video, part, interval, most, size, format } = request;
  const from = part.start > 0 ? ['-ss', `${part.start}`] : [];
  const until = part.end === null ? [] : ['-t', (part.end - part.start).toFixed(3)];
  const pixels = format === 'jpg' ? 'yuvj420p' : isTransparent(video) ? 'rgba' : 'rgb24';
  const graph = `${selectFilter(interval)},scale=${size.width}:${size.height},setsar=1,format=${pixels}`;
  const encode = format === 'jpg' ? ['-c:v', 'mjpeg', '-q:v', '2'] : ['-c:v', 'png'];
  // In the pattern of names a percent sign begins the number.
  const pattern = join(folder.replaceAll('%', '%%'), `frame-%06d.${format}`);
  return [
    ...[...QUIET, ...from, ...until, ...inputArguments(input.path), '-map', `0:${video.index}`],
    ...['-vf', graph, '-fps_mode', 'passthrough', '-frames:v', `${most + 1}`],
    ...[...encode, '-f', 'image2', fileUrl(pattern)],
  ];
}

const noFrames = ({ filename }: LocalInput, log: string) =>
  new ConversionError(
    'input_damaged',
    `No frame of ${filename} could be decoded: its film is damaged, over before the start, or of a kind that ffmpeg cannot read.`,
    { log },
  );
