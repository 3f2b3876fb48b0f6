import { ConversionError } from '../../../../src/task/errors.ts';
import type { LocalInput } from '../../../../src/work/context.ts';
import { type FfmpegRuns, runFfmpeg } from '../ffmpeg.ts';
import { fileUrl, inputArguments } from '../probe/input-safety.ts';
import type { MediaStream } from '../probe/streams.ts';
import { Progress } from '../progress.ts';
import { frameSize } from './frame-plan.ts';
import { QUIET } from './pictures.ts';

/** A film and the stream of its pictures. */
export interface FilmPictures {
  readonly input: LocalInput;
  readonly video: MediaStream;
}

export interface FilmComparison {
  readonly films: readonly [FilmPictures, FilmPictures];
  readonly method: 'psnr' | 'ssim';
  /** Seconds that are compared, for the progress; null if unknown. */
  readonly seconds: number | null;
  /** MP4 to write: the amount by which each pixel differs. */
  readonly output: string;
}

export interface FilmFigures {
  /** Over all frames: the mean of ssim, the psnr of the mean error in dB. Infinity for equal films and psnr. */
  readonly value: number;
  /** The figure of the frame that differs most, and its number from 1. */
  readonly lowest: number;
  readonly lowestFrame: number;
  readonly frames: number;
  readonly width: number;
  readonly height: number;
}

/** A line of the filters' reports: `n:1 … All:0.993 (21.6)`, `n:1 mse_avg:0.52 …`. */
const FRAME = /^n:(\d+) .*?\b(?:All|mse_avg):([\d.]+)/;

const WIDEST = { width: 8192, height: 8192 };
const USUAL_FRAME_SECONDS = 1 / 25;

/**
 * Compares two films frame by frame, at the size and rate of the first and up to the end of the shorter. Throws ConversionError as running
 * ffmpeg does, `input_damaged` if no frame could be compared.
 */
export async function compareFilms(
  { films: [one, other], method, seconds, output }: FilmComparison,
  runs: FfmpegRuns,
): Promise<FilmFigures> {
  const shown = frameSize(one.video, WIDEST);
  // The encoder needs even sides.
  const [width, height] = [shown.width + (shown.width % 2), shown.height + (shown.height % 2)];
  const rate = (1 / (one.video.frameSeconds ?? USUAL_FRAME_SECONDS)).toFixed(6);
  const same = `scale=${width}:${height},setsar=1,setpts=PTS-STARTPTS,fps=${rate},format=gbrp,split`;
  const graph = [
    `[0:${one.video.index}]${same}[a][b]`,
    `[1:${other.video.index}]${same}[c][d]`,
    `[a][c]${method}=stats_file=-:shortest=1,nullsink`,
    '[b][d]blend=all_mode=difference:shortest=1,format=yuv420p[difference]',
  ].join(';');
  const figures: number[] = [];
  const args = [
    ...[...QUIET, ...inputArguments(one.input.path), ...inputArguments(other.input.path)],
    ...['-filter_complex', graph, '-map', '[difference]', '-c:v', 'libx264', '-movflags', '+faststart'],
    ...['-f', 'mp4', fileUrl(output)],
  ];
  await runFfmpeg(runs, args, {
    onProgress: new Progress(runs.context.progress, seconds).rest(),
    onStdout: (line) => {
      const figure = FRAME.exec(line)?.[2];
      if (figure !== undefined) figures.push(Number(figure));
    },
  });
  if (figures.length === 0) {
    throw new ConversionError('input_damaged', `No frames of ${runs.filename} and the other video could be compared.`);
  }
  const mean = figures.reduce((sum, figure) => sum + figure, 0) / figures.length;
  const worst = figures.reduce((found, figure) => (method === 'ssim' ? Math.min : Math.max)(found, figure));
  const [value, lowest] = method === 'ssim' ? [mean, worst] : [decibels(mean), decibels(worst)];
  return { value, lowest, lowestFrame: figures.indexOf(worst) + 1, frames: figures.length, width, height };
}

/** Returns the peak signal-to-noise ratio of a mean squared error of 8-bit samples. */
const decibels = (error: number): number =>
  error === 0 ? Number.POSITIVE_INFINITY : 10 * Math.log10(255 ** 2 / error);
