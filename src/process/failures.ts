import { constants } from 'node:os';
import { ConversionError, type ConversionErrorInit } from '../task/errors.ts';
import { formatBytes, formatSeconds } from './limits.ts';
import type { ProgramCall, ProgramLimits } from './program-call.ts';
import type { Ending } from './supervisor/launch.ts';

const { SIGXCPU, SIGXFSZ, SIGKILL, SIGPIPE, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP } =
  constants.signals;
const CRASHES: readonly number[] = [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP];
/** Shells and bwrap exit with 128 + the signal if a signal ended their child. */
const SIGNAL_BASE = 128;
const LOGGED_CHARACTERS = 16 * 1024;

/** What is known about a program that has ended. */
export interface Ended {
  readonly call: Pick<ProgramCall, 'name' | 'acceptExitCodes'>;
  readonly limits: { readonly [Name in keyof ProgramLimits]: number | null };
  readonly ending: Ending;
  readonly stderr: string;
}

/** Returns the exit code as a shell shows it. */
export function exitCodeOf(ending: Ending): number {
  return ending.how === 'signal' ? SIGNAL_BASE + ending.number : ending.number;
}

/** Whether it ended because nothing read its output any more, as a consequence of another program's failure. */
export function endedByClosedPipe({ ending, stderr }: Ended): boolean {
  return foundPipeClosed(exitCodeOf(ending), stderr);
}

/** The same for a program that has reported its exit code and messages. Programs are joined by sockets, which can also be reset. */
export function foundPipeClosed(exitCode: number, stderr: string): boolean {
  return exitCode === SIGNAL_BASE + SIGPIPE || /broken pipe|connection reset by peer/i.test(stderr);
}

/** Whether something other than itself or its limits ended it: a cancel, or the failure of another program. */
export function endedFromOutside({ ending }: Ended): boolean {
  return ending.how === 'stopped' || ending.how === 'lost';
}

/** Returns the error of an ended program, or null if it succeeded. The caller handles cancellation itself. */
export function failureOf(ended: Ended): ConversionError | null {
  const { call, ending } = ended;
  if (ending.failed !== null) return notStarted(ended, ending.failed);
  const stopped = byLimit(ended);
  if (stopped !== null) return stopped;
  if (endedFromOutside(ended)) {
    return failure('internal', `${call.name} was ended from outside.`, ended);
  }
  const code = exitCodeOf(ending);
  const signal = code - SIGNAL_BASE;
  if (CRASHES.includes(signal) && !isListed(call, code)) return crashed(ended, signal);
  if (signal === SIGKILL) {
    return failure(
      'engine_crashed',
      `${call.name} was killed from outside; most likely the machine ran out of memory.`,
      ended,
    );
  }
  if (call.acceptExitCodes === 'any' || isListed(call, code)) return null;
  return refused(ended, code);
}

/** Returns the error of a canceled program. */
export function canceled(): ConversionError {
  return new ConversionError('conversion_canceled', 'The conversion was canceled.');
}

function isListed(call: Ended['call'], code: number): boolean {
  const accepted = call.acceptExitCodes ?? [0];
  return accepted !== 'any' && accepted.includes(code);
}

function byLimit(ended: Ended): ConversionError | null {
  const { call, limits, ending } = ended;
  const { name } = call;
  const signal = exitCodeOf(ending) - SIGNAL_BASE;
  if (ending.how === 'wall' && limits.wallMs !== null) {
    const time = formatSeconds(limits.wallMs / 1000);
    return limit('conversion_timeout', `${name} did not finish within ${time}.`, limits.wallMs, ended);
  }
  if (ending.how === 'memory' && limits.memoryBytes !== null) return outOfMemory(ended, limits.memoryBytes);
  if (ending.how === 'processes' && limits.processes !== null) {
    const message = `${name} started more than ${limits.processes} processes and threads.`;
    return limit('limit_processes', message, limits.processes, ended);
  }
  if (ending.how === 'descriptors') {
    return failure('limit_processes', `${name} held too many files and sockets open at the same time.`, ended);
  }
  if (ending.how === 'exhausted') {
    const message = `${name} was ended: programs on this machine held more open files between them than the system allows.`;
    return failure('resources_exhausted', message, ended);
  }
  if (signal === SIGXFSZ && limits.fileBytes !== null) return fileTooLarge(ended, limits.fileBytes);
  // The kernel sends SIGXCPU first, and SIGKILL two seconds later to a program that ignores it.
  const spent = limits.cpuSeconds !== null && ending.cpuMs >= limits.cpuSeconds * 1000;
  if (limits.cpuSeconds !== null && (signal === SIGXCPU || (signal === SIGKILL && spent))) {
    const message = `${name} used more than ${formatSeconds(limits.cpuSeconds)} of processor time.`;
    return limit('limit_cpu', message, limits.cpuSeconds, ended);
  }
  return null;
}

/** Messages of programs that ask for too much memory at once: the kernel refuses and the program reports it. */
const NO_MEMORY =
  /cannot allocate memory|bad_alloc|out of memory|memory exhausted|memory allocation failed|MemoryError/i;

function crashed(ended: Ended, signal: number): ConversionError {
  const { memoryBytes } = ended.limits;
  if (memoryBytes !== null && NO_MEMORY.test(ended.stderr)) return outOfMemory(ended, memoryBytes);
  const name = Object.entries(constants.signals).find(([, number]) => number === signal)?.[0] ?? `signal ${signal}`;
  return failure('engine_crashed', `${ended.call.name} crashed on this input (${name}).`, ended);
}

function refused(ended: Ended, code: number): ConversionError {
  const { call, limits, stderr, ending } = ended;
  if (limits.fileBytes !== null && /file too large/i.test(stderr)) return fileTooLarge(ended, limits.fileBytes);
  if (/no space left on device|disk quota exceeded/i.test(stderr)) {
    return failure('disk_full', `The disk of the work folder is full: ${call.name} could not write its output.`, ended);
  }
  // Far below the limit, a damaged input that claims an absurd size causes the same messages.
  if (limits.memoryBytes !== null && ending.peakBytes > limits.memoryBytes / 2 && NO_MEMORY.test(stderr)) {
    return outOfMemory(ended, limits.memoryBytes);
  }
  return failure('conversion_failed', `${call.name} could not convert the input (exit code ${code}).`, ended);
}

function outOfMemory(ended: Ended, bytes: number): ConversionError {
  const message = `${ended.call.name} needed more than ${formatBytes(bytes)} of memory.`;
  return limit('limit_memory', message, bytes, ended);
}

function fileTooLarge(ended: Ended, bytes: number): ConversionError {
  const message = `${ended.call.name} wrote a file larger than ${formatBytes(bytes)}.`;
  return limit('limit_file_size', message, bytes, ended);
}

function limit(code: Code, message: string, value: number, ended: Ended): ConversionError {
  return failure(code, message, ended, { limit: value });
}

function notStarted(ended: Ended, failed: { stage: string; text: string }): ConversionError {
  const { name } = ended.call;
  if (failed.stage === 'exec') {
    return failure('program_missing', `${name} is not installed, or cannot be run.`, ended);
  }
  if (failed.stage === 'sandbox') {
    return failure('sandbox_unavailable', `${name} could not be sandboxed, so it was not run.`, ended);
  }
  return failure('internal', `${name} could not be started.`, ended);
}

type Code = ConversionError['code'];

function failure(
  code: Code,
  message: string,
  ended: Ended,
  details: ConversionErrorInit['details'] = {},
): ConversionError {
  const { ending, stderr, call } = ended;
  const how =
    ending.failed === null ? `${ending.how} ${ending.number}` : `${ending.failed.stage}: ${ending.failed.text}`;
  return new ConversionError(code, message, {
    details: { program: call.name, ...details },
    log: `${call.name}: ${how}\n${stderr.slice(-LOGGED_CHARACTERS)}`,
  });
}
