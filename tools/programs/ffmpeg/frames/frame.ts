import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ConversionError } from '../../../../src/task/errors.ts';
import { type LocalInput, partFolder } from '../../../../src/work/context.ts';
import type { FfmpegRuns } from '../ffmpeg.ts';
import { fileUrl, inputArguments } from '../probe/input-safety.ts';
import type { MediaStream } from '../probe/streams.ts';
import { callOf } from '../programs.ts';
import { QUIET } from './pictures.ts';

/** Seconds at the beginning that are examined, and frames per second: the filter keeps all these frames in memory. */
const LOOKED_AT_SECONDS = 30;
const FRAMES_A_SECOND = 3;

/** Highest brightness of a black frame, 0 to 255: 16 is black in most films. */
const BLACK = 28;

/** Largest width of the resulting frame and of intermediate ones, pixels. */
const MOST_WIDE = 1920;
const WIDEST = 16_384;
const GiB = 1024 ** 3;

/**
 * Chooses a frame from the beginning of a film as a PNG: of those that are not black, the one most similar to all; if all are black, a
 * black one. Throws ConversionError `input_damaged`, and what running a program throws. @returns its path
 */
export async function chooseFrame(input: LocalInput, video: MediaStream, runs: FfmpegRuns): Promise<string> {
  const path = join(await partFolder(runs.context, 'frame'), 'frame.png');
  const bright = `signalstats,metadata=mode=select:key=lavfi.signalstats.YAVG:value=${BLACK}:function=greater,`;
  let log = '';
  for (const sieve of [bright, '']) {
    log = await run(input, video, sieve, path, runs);
    const made = await stat(path).catch(() => null);
    if (made !== null && made.size > 0) return path;
  }
  const message = `No picture of ${input.filename} could be decoded: its video is damaged, or not supported by ffmpeg.`;
  throw new ConversionError('input_damaged', message, { log });
}

async function run(
  input: LocalInput,
  video: MediaStream,
  sieve: string,
  path: string,
  { ffmpeg, context }: FfmpegRuns,
) {
  // Makes pixels square, and reduces frames larger than any thumbnail before they are kept.
  const square = `scale=w='min(${WIDEST},max(2,trunc(iw*sar)))':h=ih,setsar=1,scale=w='min(${MOST_WIDE},iw)':h=-2`;
  const graph = `fps=${FRAMES_A_SECOND},${square},${sieve}thumbnail=n=${LOOKED_AT_SECONDS * FRAMES_A_SECOND}`;
  const take = ['-map', `0:${video.index}`, '-t', `${LOOKED_AT_SECONDS}`, '-vf', graph, '-frames:v', '1'];
  const { stderr } = await context.run(
    callOf(
      ffmpeg,
      [...QUIET, ...inputArguments(input.path), ...take, '-c:v', 'png', '-f', 'image2', '-update', '1', fileUrl(path)],
      {
        acceptExitCodes: 'any',
        limits: { cpuSeconds: 300, memoryBytes: 3 * GiB },
      },
    ),
  );
  return stderr.slice(-4096);
}
