import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { installed } from '../../../src/process/installation.ts';
import type { PoolCommand } from '../../../src/process/pool/pool-options.ts';
import { createProcessPool, type ProcessPool } from '../../../src/process/pool/process-pool.ts';
import { chooseBackend } from '../../../src/process/sandbox/sandbox.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import type { WorkContext } from '../../../src/work/context.ts';
import { HOST_ENVIRONMENT } from './environment.ts';
import { argumentsOf, type BookJob, coverName, inputName } from './job.ts';
import { BOOK_HOST_BYTES, BOOK_LIMITS } from './limits.ts';
import { failureOf } from './outcome.ts';
import { findCalibrePython } from './programs.ts';

/** Limits in the form that the server of forked children reads. */
const CHILD_LIMITS = { memory: BOOK_LIMITS.memoryBytes, file: BOOK_LIMITS.fileBytes, cpu: BOOK_LIMITS.cpuSeconds };

/** More than can work at a time, so that no job waits for one that is only waiting. */
const JOBS_AT_ONCE = 4 * availableParallelism();

/** Most processes and threads of one child: Chromium starts 30, and some for each processor. */
const CHILD_THREADS = 128;

/** Milliseconds. The task's time limit comes with its signal; no job needs its own. */
const NO_TIMEOUT_MS = 2 ** 31 - 1;

async function command(): Promise<PoolCommand> {
  const path = await findCalibrePython();
  const sandboxed = (await chooseBackend()) === 'off' ? 'unsandboxed' : 'sandboxed';
  return {
    path,
    args: [
      ...['--run-without-debug', '-e', installed('tools/programs/calibre/book_server.py')],
      ...[installed('src/process/python'), sandboxed, JSON.stringify(CHILD_LIMITS)],
    ],
    env: HOST_ENVIRONMENT,
    readable: [
      dirname(path),
      installed('tools/programs/calibre'),
      installed('tools/formats/epub'),
      installed('src/process/python'),
    ],
    calls: 'parent',
    limits: {
      memoryBytes: BOOK_HOST_BYTES + availableParallelism() * CHILD_LIMITS.memory,
      fileBytes: CHILD_LIMITS.file,
      processes: JOBS_AT_ONCE * CHILD_THREADS,
    },
  };
}

let pool: Promise<ProcessPool> | undefined;

/** The worker process that stays. Only a success is cached: without calibre or a way to sandbox it, the next conversion tries again. */
export function warmPool(): Promise<ProcessPool> {
  if (pool !== undefined) return pool;
  const made = command().then((each) =>
    createProcessPool({
      name: 'calibre',
      command: each,
      jobsAtOnce: JOBS_AT_ONCE,
      maxJobs: 2000,
      maxRssBytes: BOOK_HOST_BYTES,
      startTimeoutMs: 60_000,
      cancelGraceMs: 2000,
    }),
  );
  pool = made;
  made.catch(() => {
    if (pool === made) pool = undefined;
  });
  return made;
}

/** Whether the worker process that stays takes jobs now. */
export const isWarm = async (): Promise<boolean> => (await pool?.catch(() => null))?.isReady ?? false;

/** Runs one job in the worker process. Throws ConversionError, or PoolStartError if the process does not start. */
export async function ask(job: BookJob, folder: string, context: WorkContext): Promise<void> {
  const name = inputName(job);
  const pool = await warmPool();
  try {
    await pool.request(
      { input: name, output: job.output, args: argumentsOf(job, '.') },
      {
        inputs: { [name]: job.input, ...(job.cover && { [coverName(job.cover)]: job.cover.path }) },
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

/** Starts the worker process that stays. Never throws: if it cannot run here, the first conversion finds out. */
export async function warmUpBooks(): Promise<void> {
  await warmPool().then(
    (each) => each.warmUp(),
    () => {},
  );
}

/** Ends the worker process and its conversions. The next conversion that needs it starts another. */
export async function closeBookPools(): Promise<void> {
  const open = pool;
  pool = undefined;
  await open?.then(
    (each) => each.close(),
    () => {},
  );
}
