import type { Writable } from 'node:stream';
import { ConversionError } from '../task/errors.ts';
import type { CallFamily } from './call-family.ts';
import { canceled, endedByClosedPipe, endedFromOutside } from './failures.ts';
import type { Input } from './launcher.ts';
import { type Outcome, type Prepared, prepare, type Running } from './running.ts';
import { chooseBackend } from './sandbox.ts';
import { type PooledSupervisor, takeSupervisor } from './supervisor-pool.ts';

/** Limits of one program and everything it starts. Each has a default (limits.ts); an engine may lower or raise it. */
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

/**
 * What a sandboxed program may do beyond the usual, where it cannot work without:
 * - `links`: make symbolic links in its folder. Whoever reads that folder afterwards must not follow them.
 * - `proc`: read all of /proc; for a parent that measures its children.
 * - `proc-list`: list what is in /proc, as browsers do, and read nothing there but what is the program's own.
 * - `modes`: change the mode bits of files. Without it, chmod succeeds and changes nothing.
 * - `device:PATH`: open this device and make the requests (ioctl) of graphics devices, as encoders in hardware do.
 */
export type Permission = 'links' | 'proc' | 'proc-list' | 'modes' | `device:/dev/${string}`;

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
  /** Added to the small clean environment (PATH, LANG=C.UTF-8, and a HOME and TMPDIR of this program alone). */
  readonly env?: Readonly<Record<string, string>>;
  /** Further files or folders it may read; the system folders and the task's inputs it may read anyway. */
  readonly readable?: readonly string[];
  /** Default: by the program; see call-family.ts. */
  readonly calls?: CallFamily;
  readonly allow?: readonly Permission[];
  readonly limits?: Partial<ProgramLimits>;
  /** Called with every line as it comes, for progress; carriage returns end a line too, empty lines are left out. */
  readonly onStdout?: (line: string) => void;
  readonly onStderr?: (line: string) => void;
  /** Write standard output to this file of the work folder instead of keeping it. */
  readonly stdoutFile?: string;
  /**
   * It may run in a process that has loaded its library already, where there is one (loaded_programs.py): for work that takes less time
   * than to load the program.
   */
  readonly loaded?: boolean;
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
  /** Exists; the only place the program can write. Beside it lies, while it runs, the folder of its HOME and TMPDIR. */
  readonly workFolder: string;
  readonly readable: readonly string[];
  readonly signal: AbortSignal;
}

/**
 * Run one program to its end, sandboxed to the scope's work folder. Throws ConversionError: `program_missing`,
 * `sandbox_unavailable`, `conversion_timeout`, `conversion_canceled` (or the abort signal's reason where that is a
 * ConversionError), `limit_*`, `engine_crashed`, `disk_full`, or `conversion_failed` for an exit code that is not
 * accepted; `log` holds the end of its stderr. Whatever a line callback throws ends the program and is thrown on.
 */
export async function runProgram(call: ProgramCall, scope: ProgramScope): Promise<ProgramResult> {
  const [result] = await runPipeline([call], scope);
  if (result === undefined) throw new Error('a pipeline of one program has one result');
  return result;
}

/**
 * Run programs joined stdout to stdin, without the data passing through this process. Of the calls' own streams only the
 * first one's `stdin` and the last one's `stdout` count. When one fails all are ended, and the error of the one that
 * caused the others' is thrown; the same errors as runProgram.
 */
export async function runPipeline(calls: readonly ProgramCall[], scope: ProgramScope): Promise<ProgramResult[]> {
  throwIfAborted(scope.signal);
  const backend = await chooseBackend();
  const prepared: Prepared[] = [];
  try {
    for (const call of calls) prepared.push(await prepare(call, scope, backend));
    let outcomes = await runAll(calls, prepared, scope.signal);
    if (outcomes.some(neverBegan)) outcomes = await runAll(calls, prepared, scope.signal);
    const failure = mostTelling(outcomes);
    if (failure !== null) {
      throwIfAborted(scope.signal);
      throw failure;
    }
    return outcomes.map((outcome) => outcome.result);
  } finally {
    await Promise.all(prepared.map((each) => each.remove()));
  }
}

async function runAll(
  calls: readonly ProgramCall[],
  prepared: readonly Prepared[],
  signal: AbortSignal,
): Promise<Outcome[]> {
  const [first, ...others] = calls;
  // Programs that share a stream are children of this process.
  const isAlone = others.length === 0;
  const supervisor = isAlone ? await takeSupervisor(first?.loaded === true ? first.path : undefined) : null;
  let stdout: 'pipe' | Writable;
  try {
    throwIfAborted(signal);
    // Last: nothing that fails afterwards would close it.
    stdout = (await prepared.at(-1)?.openStdout()) ?? 'pipe';
  } catch (error) {
    supervisor?.release();
    throw error;
  }
  return finish(startAll(calls, prepared, { stdout, supervisor }), signal);
}

/** The process that starts programs ended before it did; there is another one by now, or none is needed. */
function neverBegan({ ended }: Outcome): boolean {
  return ended.ending.failed?.stage === 'launcher';
}

/** From the last to the first, so that each finds its reader's input open. */
function startAll(
  calls: readonly ProgramCall[],
  prepared: readonly Prepared[],
  { stdout, supervisor }: { stdout: 'pipe' | Writable; supervisor: PooledSupervisor | null },
): Running[] {
  const running: Running[] = [];
  let output = stdout;
  try {
    for (const [index, program] of [...prepared.entries()].reverse()) {
      const stdin = index === 0 ? firstInput(calls[0]?.stdin) : 'joined';
      const started = program.start({ stdin, stdout: output }, supervisor);
      running.unshift(started);
      output = started.stdin ?? 'pipe';
    }
  } catch (error) {
    for (const started of running) started.kill();
    throw error;
  }
  return running;
}

function firstInput(data: string | Uint8Array | undefined): Input {
  return data === undefined ? 'ignore' : { data };
}

/** After one program fails, the others have this long to exit, which shows which failed first. */
const GRACE_MS = 300;

async function finish(running: readonly Running[], signal: AbortSignal): Promise<Outcome[]> {
  const killAll = () => {
    for (const each of running) each.kill();
  };
  let grace: NodeJS.Timeout | undefined;
  const onFailure = () => {
    grace ??= setTimeout(killAll, running.length > 1 ? GRACE_MS : 0);
  };
  signal.addEventListener('abort', killAll, { once: true });
  try {
    const ends = running.map(async ({ outcome }) => {
      const { failure } = await outcome.catch((error: unknown) => {
        killAll();
        throw error;
      });
      if (failure !== null) onFailure();
      return outcome;
    });
    await Promise.allSettled(ends);
    return await Promise.all(ends);
  } finally {
    clearTimeout(grace);
    signal.removeEventListener('abort', killAll);
  }
}

/** The first in the pipeline that failed on its own, not because it was killed or its reader was gone. */
function mostTelling(outcomes: readonly Outcome[]): ConversionError | null {
  const failed = outcomes.filter((outcome) => outcome.failure !== null);
  const own = failed.filter(({ ended }) => !endedFromOutside(ended) && !endedByClosedPipe(ended));
  return (own[0] ?? failed[0])?.failure ?? null;
}

function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw signal.reason instanceof ConversionError ? signal.reason : canceled();
}
