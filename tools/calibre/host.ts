import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { installed } from '../../src/process/installation.ts';
import { chooseBackend } from '../../src/process/sandbox.ts';
import { createWarmHost, type HostCommand, type WarmHost } from '../../src/process/warm-host.ts';
import { ConversionError } from '../../src/task/errors.ts';
import type { WorkContext } from '../../src/work/context.ts';
import { HOST_ENVIRONMENT } from './environment.ts';
import { type BookJob, inputName } from './job.ts';
import { failureOf } from './outcome.ts';
import { findCalibrePython } from './programs.ts';

const GiB = 1024 ** 3;

/** Of one child. A usual book takes 150 MiB, as a PDF 300; this is for large ones. */
const CHILD_LIMITS = { memory: 2 * GiB, file: 4 * GiB, cpu: 30 * 60 };

/** More than can work at a time, so that none waits for one that only waits itself. */
const JOBS_AT_ONCE = 4 * availableParallelism();

/** Processes and threads of one child: Chromium starts 30, and some for each processor. */
const CHILD_THREADS = 128;

/** Milliseconds. The time limit of the task comes with its signal; no job needs one of its own. */
const NO_TIMEOUT_MS = 2 ** 31 - 1;

async function command(): Promise<HostCommand> {
  const path = await findCalibrePython();
  const confined = (await chooseBackend()) === 'off' ? 'unconfined' : 'confined';
  return {
    path,
    args: [
      ...['--run-without-debug', '-e', installed('tools/calibre/book_host.py')],
      ...[installed('src/process'), confined, JSON.stringify(CHILD_LIMITS)],
    ],
    env: HOST_ENVIRONMENT,
    readable: [dirname(path), installed('tools/calibre'), installed('src/process')],
    calls: 'parent',
    limits: {
      memoryBytes: GiB + availableParallelism() * CHILD_LIMITS.memory,
      fileBytes: CHILD_LIMITS.file,
      processes: JOBS_AT_ONCE * CHILD_THREADS,
    },
  };
}

let host: Promise<WarmHost> | undefined;

/** The host that stays. Only a success is remembered: without calibre, or a way to confine it, the next conversion asks again. */
export function warmHost(): Promise<WarmHost> {
  if (host !== undefined) return host;
  const made = command().then((each) =>
    createWarmHost({
      name: 'calibre',
      command: each,
      jobsAtOnce: JOBS_AT_ONCE,
      maxJobs: 2000,
      maxRssBytes: GiB,
      startTimeoutMs: 60_000,
      cancelGraceMs: 2000,
    }),
  );
  host = made;
  made.catch(() => {
    if (host === made) host = undefined;
  });
  return made;
}

/** Whether the host that stays exists. */
export const isWarm = (): boolean => host !== undefined;

/** One job by the host. Throws ConversionError, HostStartError where it does not start. */
export async function ask(job: BookJob, folder: string, context: WorkContext): Promise<void> {
  const name = inputName(job);
  const host = await warmHost();
  try {
    await host.request(
      { input: name, output: job.output, args: job.args },
      {
        inputs: { [name]: job.input },
        outputFolder: folder,
        signal: context.signal,
        timeoutMs: NO_TIMEOUT_MS,
        onProgress: context.progress,
      },
    );
  } catch (error) {
    const wasRead = error instanceof ConversionError ? error.details.wasRead : undefined;
    throw typeof wasRead === 'boolean' ? failureOf(job, { wasRead, log: (error as ConversionError).log ?? '' }) : error;
  }
}

/** Starts the host that stays. Where it cannot run here, conversions find out. Never throws. */
export async function warmUpBooks(): Promise<void> {
  await warmHost().then(
    (each) => each.warmUp(),
    () => {},
  );
}

/** Ends the host, and with it what it converts. The next conversion that wants it starts another. */
export async function closeBookHosts(): Promise<void> {
  const open = host;
  host = undefined;
  await open?.then(
    (each) => each.close(),
    () => {},
  );
}
