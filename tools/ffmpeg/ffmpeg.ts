import { foundPipeClosed } from '../../src/process/failures.ts';
import type { Permission, ProgramCall, ProgramLimits } from '../../src/process/program-call.ts';
import { ConversionError } from '../../src/task/errors.ts';
import type { WorkContext } from '../../src/work/context.ts';
import { ffmpegFailure } from './failures.ts';
import { callOf, type Program } from './programs.ts';
import { isProgressLine, readOutTime } from './progress.ts';

/** What runs of ffmpeg have in common within one conversion. */
export interface FfmpegRuns {
  readonly ffmpeg: Program;
  readonly context: WorkContext;
  /** Name of the input, for messages. */
  readonly filename: string;
}

export interface FfmpegResult {
  readonly stderr: string;
  /** Seconds of sound that came out; null if ffmpeg does not say: from version 7 on it does not with a cover next to the sound. */
  readonly seconds: number | null;
}

export interface RunOptions {
  readonly onProgress?: (line: string) => void;
  readonly onStdout?: (line: string) => void;
  /** Beyond the usual ones. */
  readonly limits?: Partial<ProgramLimits>;
  /** What it may open besides files; null: nothing. */
  readonly device?: DeviceAccess | null;
}

/** Permissions by which a sandboxed program uses a device, and what it reads about it. */
export interface DeviceAccess {
  readonly allow: readonly Permission[];
  readonly readable: readonly string[];
}

/** Runs ffmpeg once. Throws the ConversionError that a failure means. */
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
  // The reader of a broken pipe is the one to blame.
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

/** A call whose exit code the caller looks at. */
export function ffmpegCall(
  ffmpeg: Program,
  args: readonly string[],
  { device = null, ...more }: Partial<ProgramCall> & Pick<RunOptions, 'device'>,
): ProgramCall {
  const opened = device === null ? {} : { allow: device.allow, readable: [ffmpeg.path, ...device.readable] };
  return callOf(ffmpeg, args, { ...more, ...opened, acceptExitCodes: 'any' });
}

/** Most lines that are kept, and how many are then dropped: those between the first, which tell of causes, and the last. */
const MOST_LINES = 4000;
const FIRST_LINES = 1000;

/** Takes the stderr of ffmpeg apart: progress on the one hand, and what it has to say on the other. */
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
