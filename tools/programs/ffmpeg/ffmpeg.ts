import { foundPipeClosed } from '../../../src/process/failures.ts';
import type { Permission, ProgramCall, ProgramLimits } from '../../../src/process/program-call.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import type { WorkContext } from '../../../src/work/context.ts';
import { ffmpegFailure } from './failures.ts';
import { callOf, type Program } from './programs.ts';
import { isProgressLine, readOutTime } from './progress.ts';

/** What all ffmpeg runs of one conversion share. */
export interface FfmpegRuns {
  readonly ffmpeg: Program;
  readonly context: WorkContext;
  /** Name of the input, for messages. */
  readonly filename: string;
}

export interface FfmpegResult {
  readonly stderr: string;
  /** Seconds of sound produced; null if ffmpeg does not report it: from version 7 on, it does not if there is a cover next to the sound. */
  readonly seconds: number | null;
}

export interface RunOptions {
  readonly onProgress?: (line: string) => void;
  readonly onStdout?: (line: string) => void;
  /** Limits that differ from the usual ones. */
  readonly limits?: Partial<ProgramLimits>;
  /** Device that it may open besides files; null for none. */
  readonly device?: DeviceAccess | null;
}

/** Permissions by which a sandboxed program uses a device and reads its properties. */
export interface DeviceAccess {
  readonly allow: readonly Permission[];
  readonly readable: readonly string[];
}

/** Runs ffmpeg once. Throws the ConversionError for a failure. */
export async function runFfmpeg(
  runs: FfmpegRuns,
  args: readonly string[],
  { onProgress, onStdout, limits, device }: RunOptions = {},
): Promise<FfmpegResult> {
  const messages = new Messages(onProgress);
  const onStderr = (line: string) => messages.add(line);
  const more = { onStderr, ...(onStdout && { onStdout }), ...(limits && { limits }) };
  const call = ffmpegCall(runs.ffmpeg, args, { ...more, device: device ?? null });
  const { exitCode } = await runs.context.run(call);
  const { stderr, seconds } = messages;
  if (exitCode !== 0) throw ffmpegFailure(exitCode, stderr, runs.filename);
  return { stderr, seconds };
}

/** Runs ffmpeg with its audio piped into another program. Throws the error of the program that failed first. */
export async function pipeFfmpeg(
  runs: FfmpegRuns,
  args: readonly string[],
  encoder: ProgramCall,
  onProgress: (line: string) => void,
): Promise<FfmpegResult> {
  const messages = new Messages(onProgress);
  const decoder = ffmpegCall(runs.ffmpeg, args, { onStderr: (line) => messages.add(line) });
  const calls = [decoder, { ...encoder, acceptExitCodes: 'any' as const }];
  const [decoded, encoded] = await runs.context.pipe(calls);
  const exitCode = decoded?.exitCode ?? -1;
  const { stderr, seconds } = messages;
  // If the pipe broke, its reader caused the failure.
  if (exitCode !== 0 && !foundPipeClosed(exitCode, stderr)) throw ffmpegFailure(exitCode, stderr, runs.filename);
  if (exitCode !== 0 || encoded?.exitCode !== 0) {
    const message = `${encoder.name} could not encode the sound of ${runs.filename} (exit code ${encoded?.exitCode}).`;
    throw new ConversionError('conversion_failed', message, {
      details: { program: encoder.name },
      log: `${encoded?.stderr}\n${stderr.slice(-4096)}`,
    });
  }
  return { stderr, seconds };
}

/** Returns a call whose exit code the caller checks. */
export function ffmpegCall(
  ffmpeg: Program,
  args: readonly string[],
  { device = null, ...more }: Partial<ProgramCall> & Pick<RunOptions, 'device'>,
): ProgramCall {
  const opened = device === null ? {} : { allow: device.allow, readable: [ffmpeg.path, ...device.readable] };
  return callOf(ffmpeg, args, { ...more, ...opened, acceptExitCodes: 'any' });
}

/** Most lines kept. Beyond them, lines are dropped from the middle: the first ones show causes, the last ones the outcome. */
const MOST_LINES = 4000;
const FIRST_LINES = 1000;

/** Separates ffmpeg's stderr into progress and messages. */
class Messages {
  seconds: number | null = 0;
  readonly #lines: string[] = [];
  readonly #onProgress: ((line: string) => void) | undefined;

  constructor(onProgress?: (line: string) => void) {
    this.#onProgress = onProgress;
  }

  get stderr(): string {
    return this.#lines.join('\n');
  }

  add(line: string): void {
    if (!isProgressLine(line)) {
      this.#lines.push(line);
      if (this.#lines.length > MOST_LINES) this.#lines.splice(FIRST_LINES, MOST_LINES - 2 * FIRST_LINES);
      return;
    }
    if (line.startsWith('out_time_us=')) this.seconds = readOutTime(line);
    this.#onProgress?.(line);
  }
}
