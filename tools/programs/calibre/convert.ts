import { PoolStartError } from '../../../src/process/pool/pool-process.ts';
import { createWarmUp } from '../../../src/process/pool/warm-up.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import type { WorkContext } from '../../../src/work/context.ts';
import { convertCold } from './cold.ts';
import type { BookJob, InputFormat } from './job.ts';
import { ask, isWarm, warmPool } from './pool.ts';

/** How calibre is run; tests set it to try one way. */
export type BookWay = 'auto' | 'warm' | 'cold';

/** Time after which a worker process that could not be started is tried again, ms. */
const TRY_AGAIN_MS = 10 * 60_000;

/** Formats that calibre reads with other programs, which a child of the worker process may not start. */
const WITH_PROGRAMS: ReadonlySet<InputFormat> = new Set(['cb7', 'cbz', 'pdf']);

let poolFailedAt = Number.NEGATIVE_INFINITY;
const meanwhile = createWarmUp(warmPool, TRY_AGAIN_MS);

/**
 * Reads one book with calibre and writes it as the job says; the resulting file appears in `folder`, an existing folder inside the work
 * folder.
 *
 * The first conversion of this process gets its own calibre. The second one starts the worker process that stays, or in a process that
 * stays the end of the first; until it is ready, conversions still get their own, and then a child of it. If the worker process cannot run here (no Landlock for its children, or a
 * calibre that starts threads), each conversion starts a cold calibre.
 *
 * @throws ConversionError `input_damaged`, `input_drm`, `input_password_needed` (PDF), `input_wrong_type` (pictures of pages),
 * `conversion_failed`, `conversion_canceled`, `engine_crashed`, `limit_*`, `disk_full`, `program_missing` without calibre
 */
export async function convertBook(
  job: BookJob,
  folder: string,
  context: WorkContext,
  way: BookWay = 'auto',
): Promise<void> {
  const cold = () => convertCold(job, folder, context);
  if (way === 'cold' || (way === 'auto' && cannotBeWarm(job))) return cold();
  if (way === 'auto' && !(await isWarm())) return meanwhile(cold);
  try {
    await ask(job, folder, context);
  } catch (error) {
    if (way !== 'auto') throw error;
    if (isPoolMissing(error)) poolFailedAt = performance.now();
    else if (!isChromiumLost(error, job)) throw error;
    await cold();
  }
}

const cannotBeWarm = ({ format }: BookJob): boolean =>
  WITH_PROGRAMS.has(format) || performance.now() - poolFailedAt < TRY_AGAIN_MS;

/** Whether only the worker process failed to start. */
function isPoolMissing(error: unknown): boolean {
  return error instanceof PoolStartError || (error instanceof ConversionError && error.code === 'program_missing');
}

/** In a child, Chromium shares calibre's process, which its developers do not guarantee to work. Cold, it has its own processes. */
function isChromiumLost(error: unknown, { output }: BookJob): boolean {
  return error instanceof ConversionError && error.code === 'engine_crashed' && output.endsWith('.pdf');
}
