import type { Writable } from 'node:stream';
import { ConversionError } from '../task/errors.ts';
import { canceled, endedByClosedPipe, endedFromOutside } from './failures.ts';
import type { ProgramCall, ProgramResult, ProgramScope } from './program-call.ts';
import { type Outcome, type Prepared, prepare, type Running } from './running.ts';
import { chooseBackend } from './sandbox/sandbox.ts';
import type { Input } from './supervisor/launch.ts';
import { type PooledSupervisor, takeSupervisor } from './supervisor/supervisor-pool.ts';

/**
 * Runs one program to its end, sandboxed to the scope's work folder. Throws ConversionError: `program_missing`, `sandbox_unavailable`,
 * `conversion_timeout`, `conversion_canceled` (or the abort signal's reason if that is a ConversionError), `limit_*`, `engine_crashed`,
 * `disk_full`, or `conversion_failed` for an exit code that is not accepted; `log` holds the end of its stderr. An error thrown by a line
 * callback ends the program and is rethrown.
 */
export async function runProgram(call: ProgramCall, scope: ProgramScope): Promise<ProgramResult> {
  const [result] = await runPipeline([call], scope);
  if (result === undefined) throw new Error('a pipeline of one program has one result');
  return result;
}

/**
 * Runs programs joined stdout to stdin; the data does not pass through this process. Of the calls' own streams only the first call's
 * `stdin` and the last call's `stdout` are used. If one fails, all are ended, and the error of the one that failed first is thrown; the
 * same errors as runProgram.
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
  // Programs that share a stream must be children of this process.
  const isAlone = others.length === 0;
  const supervisor = isAlone ? await takeSupervisor(first?.loaded === true ? first.path : undefined) : null;
  let stdout: 'pipe' | Writable;
  try {
    throwIfAborted(signal);
    // Opened last: if anything failed afterwards, nothing would close it.
    stdout = (await prepared.at(-1)?.openStdout()) ?? 'pipe';
  } catch (error) {
    supervisor?.release();
    throw error;
  }
  return finish(startAll(calls, prepared, { stdout, supervisor }), signal);
}

/** Whether the process that starts programs ended before the program started; by now there is another one, or none is needed. */
function neverBegan({ ended }: Outcome): boolean {
  return ended.ending.failed?.stage === 'launcher';
}

/** Starts from the last to the first, so that each finds its reader's input open. */
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

/** Returns the error of the first program in the pipeline that failed on its own, not because it was killed or its reader was gone. */
function mostTelling(outcomes: readonly Outcome[]): ConversionError | null {
  const failed = outcomes.filter((outcome) => outcome.failure !== null);
  const own = failed.filter(({ ended }) => !endedFromOutside(ended) && !endedByClosedPipe(ended));
  return (own[0] ?? failed[0])?.failure ?? null;
}

function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw signal.reason instanceof ConversionError ? signal.reason : canceled();
}
