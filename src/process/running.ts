import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import type { ConversionError } from '../task/errors.ts';
import { inSpan } from '../util/trace.ts';
import { type Ended, exitCodeOf, failureOf } from './failures.ts';
import { createPrivateFolder, removePrivateFolder } from './folders/private-folder.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { LineSplitter, Tail } from './output.ts';
import type { ProgramCall, ProgramResult, ProgramScope } from './program-call.ts';
import { noteProgram } from './program-uses.ts';
import { familyOf } from './sandbox/call-family.ts';
import type { Backend, Input, Launched } from './supervisor/launch.ts';
import { launch } from './supervisor/launcher.ts';
import type { PooledSupervisor } from './supervisor/supervisor-pool.ts';

/** A program that has ended: what it left, and the resulting error, if any. */
export interface Outcome {
  readonly ended: Ended;
  readonly result: ProgramResult;
  readonly failure: ConversionError | null;
}

export interface Running {
  /** Its input, if `stdin` was `pipe` or `joined`. */
  readonly stdin: Writable | null;
  /** Resolves when nothing of it is left. Rejects only with the error of a line callback. */
  readonly outcome: Promise<Outcome>;
  kill(): void;
}

/** Places and files a program needs before it can start. */
export interface Prepared {
  /** Starts it. `supervisor`: an existing one, if there is one. */
  start(streams: { stdin: Input; stdout: 'pipe' | Writable }, supervisor: PooledSupervisor | null): Running;
  /** Opens the call's stdoutFile; `pipe` without one. */
  openStdout(): Promise<'pipe' | Writable>;
  remove(): Promise<void>;
}

/** Creates what the call needs on disk. `remove` must be called afterwards in any case. */
export async function prepare(call: ProgramCall, scope: ProgramScope, backend: Backend): Promise<Prepared> {
  // A loaded program has read its settings already, and keeps no files of its own.
  const folder = call.loaded === true ? null : await createPrivateFolder(scope.workFolder);
  const home = folder?.home ?? scope.workFolder;
  const temporary = folder?.temporary ?? scope.workFolder;
  return {
    start(streams, supervisor) {
      const started = performance.now();
      const limits = { ...DEFAULT_LIMITS, ...call.limits };
      const options = {
        backend,
        path: call.path,
        args: call.args,
        cwd: call.cwd ?? scope.workFolder,
        env: { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8', HOME: home, TMPDIR: temporary, ...call.env },
        read: [call.path, ...scope.readable, ...(call.readable ?? [])],
        write: [scope.workFolder, ...(folder === null ? [] : [folder.path])],
        temporary,
        calls: familyOf(call),
        allow: call.allow ?? [],
        port: null,
        loaded: call.loaded ?? false,
        limits,
        ...streams,
      };
      const launched = launch(options, supervisor);
      const outcome = inSpan(call.name, {}, async (span) => {
        const collected = await collect(call, limits, launched, started);
        noteProgram(call.name, { ms: collected.result.durationMs, cpuMs: cpuMsOf(collected.ended.ending) });
        span.set({ 'process.exit.code': collected.result.exitCode });
        if (collected.failure !== null) span.fail(collected.failure.code);
        return collected;
      });
      return { stdin: launched.stdin, outcome, kill: launched.kill };
    },
    async openStdout() {
      if (call.stdoutFile === undefined) return 'pipe';
      // Opened by this process, which is not sandboxed, so never through a link that an earlier program left.
      const { O_WRONLY, O_CREAT, O_TRUNC, O_NOFOLLOW } = constants;
      const file = await open(resolve(scope.workFolder, call.stdoutFile), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW);
      return file.createWriteStream();
    },
    remove: async () => {
      if (folder !== null) await removePrivateFolder(folder);
    },
  };
}

/** A supervisor that was killed reports no processor time. */
const cpuMsOf = ({ how, cpuMs }: Ended['ending']): number | null => (how === 'lost' ? null : cpuMs);

async function collect(
  call: ProgramCall,
  limits: Ended['limits'],
  launched: Launched,
  started: number,
): Promise<Outcome> {
  let thrown: { error: unknown } | null = null;
  const fail = (error: unknown) => {
    thrown ??= { error };
    launched.kill();
  };
  const stdout = follow(launched.stdout, call.onStdout, fail);
  const stderr = follow(launched.stderr, call.onStderr, fail);
  const ending = await launched.end;
  const texts = { stdout: stdout(), stderr: stderr() };
  if (thrown !== null) throw (thrown as { error: unknown }).error;
  const ended: Ended = { call, limits, ending, stderr: texts.stderr };
  const result = { exitCode: exitCodeOf(ending), ...texts, durationMs: performance.now() - started };
  return { ended, result, failure: failureOf(ended) };
}

/** Keeps the stream's tail and calls `onLine`. The returned function ends the lines and returns the tail. */
function follow(
  stream: Readable | null,
  onLine: ((line: string) => void) | undefined,
  fail: (error: unknown) => void,
): () => string {
  const tail = new Tail();
  const lines = onLine === undefined ? null : new LineSplitter(onLine);
  const guarded = (call: () => void) => {
    try {
      call();
    } catch (error) {
      fail(error);
    }
  };
  stream?.on('data', (chunk: Buffer) => {
    tail.write(chunk);
    if (lines !== null) guarded(() => lines.write(chunk));
  });
  return () => {
    if (lines !== null) guarded(() => lines.end());
    return tail.toString();
  };
}
