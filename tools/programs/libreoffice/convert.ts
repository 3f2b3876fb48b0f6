import { PoolStartError } from '../../../src/process/pool/pool-process.ts';
import { createWarmUp } from '../../../src/process/pool/warm-up.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import type { WorkContext } from '../../../src/work/context.ts';
import type { OfficeJob, OfficeResult } from './job.ts';
import { ask, damagedPart, isWarm, oncePool, warmPool } from './pool.ts';
import { convertCold } from './soffice.ts';

/** How LibreOffice is run; tests set it to try one way. */
export type OfficeWay = 'auto' | 'warm' | 'once' | 'cold';

/** Time after which a worker process that could not be started is tried again, ms. */
const TRY_AGAIN_MS = 10 * 60_000;
/** Most characters of a part's name in a message. */
const MOST_OF_NAME = 100;

let poolFailedAt = Number.NEGATIVE_INFINITY;
const meanwhile = createWarmUp(warmPool, TRY_AGAIN_MS);

/**
 * Loads one file in LibreOffice and stores it as the job says; the resulting files appear in `folder`.
 *
 * The first conversion of this process gets its own LibreOffice. The second one starts the worker process that stays, or in a process that
 * stays the end of the first; until it is ready, conversions still get their own, and then a child of it. If the worker process cannot run here (python3-uno or a symbol is missing, or
 * there is no Landlock for its children), each conversion starts a cold `soffice`.
 *
 * @throws ConversionError `input_password_needed`, `input_password_wrong`, `input_damaged`, `conversion_failed`, `conversion_canceled`,
 * `engine_crashed`, `limit_*`, `program_missing` without LibreOffice
 */
export async function convertOffice(
  job: OfficeJob,
  folder: string,
  context: WorkContext,
  way: OfficeWay = 'auto',
): Promise<OfficeResult> {
  if (way === 'cold' || (way === 'auto' && performance.now() - poolFailedAt < TRY_AGAIN_MS)) {
    return convertCold(job, folder, context);
  }
  const isOnce = way === 'once' || (way === 'auto' && !(await isWarm()));
  const pool = isOnce ? oncePool() : warmPool();
  const work = async () => ask(await pool, job, folder, context);
  try {
    return await (isOnce && way === 'auto' ? meanwhile(work) : work());
  } catch (error) {
    if (isCrash(error) && job.load.password === undefined)
      throw await explained(error, damagedPart(await pool, job, folder, context));
    if (way !== 'auto' || !canBeCold(error)) throw error;
    poolFailedAt = performance.now();
    return convertCold(job, folder, context);
  }
}

/** Starts the worker process that stays. Never throws: if it cannot run here, the first conversion finds out. */
export async function warmUpOffice(): Promise<void> {
  await warmPool().then(
    (pool) => pool.warmUp(),
    () => {},
  );
}

const isCrash = (error: unknown): error is ConversionError =>
  error instanceof ConversionError && error.code === 'engine_crashed';

/** LibreOffice crashes on some damaged documents: the error then says what is damaged. `looking` for damage may fail. */
async function explained(crash: ConversionError, looking: Promise<string | null>): Promise<ConversionError> {
  const part = await looking.catch(() => null);
  if (part === null) return crash;
  const what = part === '' ? 'the list of its parts' : `its part ${JSON.stringify(part.slice(0, MOST_OF_NAME))}`;
  return new ConversionError('input_damaged', `The file is damaged: ${what} cannot be read.`, {
    ...(crash.log !== undefined && { log: crash.log }),
  });
}

/** Whether only the worker process failed to start; of its programs, the launcher needs only python3. */
function canBeCold(error: unknown): boolean {
  return error instanceof PoolStartError || (error instanceof ConversionError && error.code === 'program_missing');
}
