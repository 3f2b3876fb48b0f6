import { stat } from 'node:fs/promises';
import { type FfmpegRuns, runFfmpeg } from '../../tools/programs/ffmpeg/ffmpeg.ts';
import { limited, type Warning } from '../../tools/programs/ffmpeg/issues.ts';
import { Progress } from '../../tools/programs/ffmpeg/progress.ts';
import { type FilmRun, filmArguments } from './arguments.ts';
import { LIMITS } from './limits.ts';
import { encodeInParts } from './parts/encode-parts.ts';
import type { FilmOptions } from './read-options.ts';

/** Share of the first pass: two passes split the time about evenly. */
const FIRST_PASS = 0.4;

/** Result of a run. */
export interface Encoded {
  readonly stderr: string;
  /** Length of what it wrote, seconds. Null or omitted if it is not known. */
  readonly seconds?: number | null;
}

async function encode(run: FilmRun, output: string, runs: FfmpegRuns): Promise<Encoded> {
  const inParts = await encodeInParts(run, output, runs);
  if (inParts !== null) return inParts;
  const { picture, seconds } = run.plan;
  const progress = new Progress((percent) => runs.context.progress(percent), seconds);
  const device = picture.by === 'encode' ? (picture.device ?? null) : null;
  const passes = picture.by === 'encode' ? picture.passes : 1;
  const pass = (number: 1 | 2, onProgress: (line: string) => void) =>
    runFfmpeg(runs, filmArguments(run, { number, of: passes }, output), { onProgress, limits: LIMITS, device });
  if (passes === 2) await pass(1, progress.pass(FIRST_PASS));
  return pass(passes, progress.rest());
}

/** How often a film that came out too large is encoded again, and how far below the size the next attempt aims. */
const MOST_ATTEMPTS = 3;
const AIM = 0.98;

/** Encodes until the file is no larger than `file_size`; without that option, once. */
export async function encodeToSize(run: FilmRun, output: string, runs: FfmpegRuns): Promise<Encoded> {
  const { budget } = run.options;
  let current = run;
  let result = await encode(current, output, runs);
  for (let attempt = 1; attempt < MOST_ATTEMPTS && budget?.by === 'size'; attempt += 1) {
    const { size } = await stat(output);
    const { picture } = current.plan;
    if (size <= budget.bytes || picture.by === 'copy' || picture.kbps === null) break;
    const kbps = Math.floor(picture.kbps - ((size - AIM * budget.bytes) * 8) / 1000 / (run.plan.seconds ?? 1));
    if (kbps < 1) break;
    current = { ...current, plan: { ...current.plan, picture: { ...picture, kbps } } };
    result = await encode(current, output, runs);
  }
  return result;
}

/** Warns that a film is larger than `file_size`. */
export async function sizeWarnings({ budget }: FilmOptions, output: string): Promise<Warning[]> {
  if (budget?.by !== 'size') return [];
  const { size } = await stat(output);
  if (size <= budget.bytes) return [];
  const message = `The file has ${size} bytes, more than file_size (${budget.text}): the encoder needs that much for this film.`;
  return [limited(message, { option: 'file_size', value: budget.text, used: size })];
}
