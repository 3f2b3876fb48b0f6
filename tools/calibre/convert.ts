import { PoolStartError } from '../../src/process/pool/pool-process.ts';
import { createWarmUp } from '../../src/process/pool/warm-up.ts';
import { ConversionError } from '../../src/task/errors.ts';
import type { WorkContext } from '../../src/work/context.ts';
import { convertCold } from './cold.ts';
import type { BookJob, InputFormat } from './job.ts';
import { ask, isWarm, warmPool } from './pool.ts';

/** How calibre may be run; a test sets it to try one way. */
export type BookWay = 'auto' | 'warm' | 'cold';

/** After the worker process could not be started, it is tried again this much later, ms. */
const TRY_AGAIN_MS = 10 * 60_000;

/** What calibre reads with the help of programs, which a child of the worker process may not start. */
const WITH_PROGRAMS: ReadonlySet<InputFormat> = new Set(['cb7', 'cbz', 'pdf']);

let conversions = 0;
let poolFailedAt = Number.NEGATIVE_INFINITY;
const warmUp = createWarmUp(warmPool, TRY_AGAIN_MS);

/**
 * Reads one book with calibre and writes it as the job says; the file made appears in `folder`, an existing folder inside the
 * work folder.
 *
 * The first conversion of this process gets a calibre of its own. With the second one the worker process that stays is started; until it
 * is ready, conversions still get their own, and then a child of it. Where the worker process cannot run here (no Landlock for its children, a calibre that starts threads), a cold calibre a conversion.
 *
 * @throws ConversionError `input_damaged`, `input_drm`, `input_password_needed` (PDF), `input_wrong_type` (pictures of pages),
 *   `conversion_failed`, `conversion_canceled`, `engine_crashed`, `limit_*`, `disk_full`, `program_missing` without calibre
 */
export async function convertBook(
  job: BookJob,
  folder: string,
  context: WorkContext,
  way: BookWay = 'auto',
): Promise<void> {
  if (way === 'cold' || (way === 'auto' && (await isColdBetter(job)))) return convertCold(job, folder, context);
  try {
    await ask(job, folder, context);
  } catch (error) {
    if (way !== 'auto') throw error;
    if (isPoolMissing(error)) poolFailedAt = performance.now();
    else if (!isChromiumLost(error, job)) throw error;
    await convertCold(job, folder, context);
  }
}

async function isColdBetter({ format }: BookJob): Promise<boolean> {
  const isFirst = conversions++ === 0;
  if (WITH_PROGRAMS.has(format) || performance.now() - poolFailedAt < TRY_AGAIN_MS) return true;
  if (await isWarm()) return false;
  if (!isFirst) warmUp();
  return true;
}

/** The worker process itself did not start. */
function isPoolMissing(error: unknown): boolean {
  return error instanceof PoolStartError || (error instanceof ConversionError && error.code === 'program_missing');
}

/** In a child, Chromium is in one process with calibre, as its makers do not promise that it works. Cold, it has processes of its own. */
function isChromiumLost(error: unknown, { output }: BookJob): boolean {
  return error instanceof ConversionError && error.code === 'engine_crashed' && output.endsWith('.pdf');
}
