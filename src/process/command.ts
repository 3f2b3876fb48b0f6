import { execa } from 'execa';

/** Limits of one program and everything it starts. Each has a default; an engine may lower or raise it. */
export interface ProgramLimits {
  /** Wall time, milliseconds. */
  wallMs: number;
  /** Processor time of one process, seconds. */
  cpuSeconds: number;
  /** Memory of all its processes together, bytes. */
  memoryBytes: number;
  /** Largest file it may write, bytes. */
  fileBytes: number;
  /** Processes and threads. */
  processes: number;
}

/** One native program to run: pure data, made by an engine's functions from options to arguments. */
export interface ProgramCall {
  /** What users and logs call it: `ffmpeg`. */
  readonly name: string;
  /** Absolute path of the executable. */
  readonly path: string;
  /** Never a secret: every user of the machine can read argv. */
  readonly args: readonly string[];
  /** Text or bytes for its standard input (the place for passwords); none: the input is closed. */
  readonly stdin?: string | Uint8Array;
  /** Folder it starts in, inside the work folder; default: the work folder. */
  readonly cwd?: string;
  /** Added to the small clean environment (PATH, LANG=C.UTF-8, HOME and TMPDIR in the work folder). */
  readonly env?: Readonly<Record<string, string>>;
  /** Further files or folders it may read; the system folders and the task's inputs it may read anyway. */
  readonly readable?: readonly string[];
  readonly limits?: Partial<ProgramLimits>;
  /** Called with every line as it comes, for progress. */
  readonly onStdout?: (line: string) => void;
  readonly onStderr?: (line: string) => void;
  /** Write standard output to this file of the work folder instead of keeping it. */
  readonly stdoutFile?: string;
  /** Exit codes that are no failure; default [0]. Any other code throws ConversionError `conversion_failed` with stderr in `log`. */
  readonly acceptExitCodes?: readonly number[] | 'any';
}

export interface ProgramResult {
  readonly exitCode: number;
  /** At most the last 1 MiB of each. */
  readonly stdout: string;
  readonly stderr: string;
  readonly durationMs: number;
}

/** Where and as what a program runs; the runner fills it for each task. */
export interface ProgramScope {
  readonly workFolder: string;
  readonly readable: readonly string[];
  readonly signal: AbortSignal;
}

/** Run one program. First thin version: no confinement yet. */
export async function runProgram(call: ProgramCall, scope: ProgramScope): Promise<ProgramResult> {
  const started = performance.now();
  const result = await execa(call.path, [...call.args], {
    cwd: call.cwd ?? scope.workFolder,
    cancelSignal: scope.signal,
    ...(call.stdin === undefined ? { stdin: 'ignore' as const } : { input: call.stdin }),
    reject: false,
  });
  return {
    exitCode: result.exitCode ?? -1,
    stdout: result.stdout ?? '',
    stderr: result.stderr ?? '',
    durationMs: performance.now() - started,
  };
}
