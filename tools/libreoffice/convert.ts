import { PoolStartError } from '../../src/process/pool/pool-process.ts';
import { createWarmUp } from '../../src/process/pool/warm-up.ts';
import { ConversionError } from '../../src/task/errors.ts';
import type { WorkContext } from '../../src/work/context.ts';
import type { OfficeJob, OfficeResult } from './job.ts';
import { ask, damagedPart, isWarm, oncePool, warmPool } from './pool.ts';
import { convertCold } from './soffice.ts';

/** How LibreOffice may be run; a test sets it to try one way. */
export type OfficeWay = 'auto' | 'warm' | 'once' | 'cold';

/** After the worker process could not be started, it is tried again this much later, ms. */
const TRY_AGAIN_MS = 10 * 60_000;
/** Letters of the name of a part in a message. */
const MOST_OF_NAME = 100;

let conversions = 0;
let poolFailedAt = Number.NEGATIVE_INFINITY;
const warmUp = createWarmUp(warmPool, TRY_AGAIN_MS);

/**
 * Loads one file in LibreOffice and stores it as the job says; the files made appear in `folder`.
 *
 * The first conversion of this process gets a LibreOffice of its own. With the second one the worker process that stays is started;
 * until it is ready, conversions still get their own, and then a child of it. Where the worker process cannot run here (python3-uno or a symbol missing, no Landlock for its children), a cold `soffice` a conversion.
 *
 * @throws ConversionError `input_password_needed`, `input_password_wrong`, `input_damaged`, `conversion_failed`,
 *   `conversion_canceled`, `engine_crashed`, `limit_*`, `program_missing` without LibreOffice
 */
export async function convertOffice(
  job: OfficeJob,
  folder: string,
  context: WorkContext,
  way: OfficeWay = 'auto',
): Promise<OfficeResult> {
  const isFirst = conversions++ === 0;
  if (way === 'cold' || (way === 'auto' && performance.now() - poolFailedAt < TRY_AGAIN_MS)) {
    return convertCold(job, folder, context);
  }
  const isOnce = way === 'once' || (way === 'auto' && !(await isWarm()));
  if (isOnce && way === 'auto' && !isFirst) warmUp();
  const pool = isOnce ? oncePool() : warmPool();
  try {
    return await ask(await pool, job, folder, context);
  } catch (error) {
    if (isCrash(error) && job.load.password === undefined)
      throw await explained(error, damagedPart(await pool, job, folder, context));
    if (way !== 'auto' || !canBeCold(error)) throw error;
    poolFailedAt = performance.now();
    return convertCold(job, folder, context);
  }
}

/** Starts the worker process that stays. Where it cannot run here, conversions find out. Never throws. */
export async function warmUpOffice(): Promise<void> {
  await warmPool().then(
    (pool) => pool.warmUp(),
    () => {},
  );
}

const isCrash = (error: unknown): error is ConversionError =>
  error instanceof ConversionError && error.code === 'engine_crashed';

/** LibreOffice ends on some damaged documents: then that is what its user has to know. `looking` for damage may fail. */
async function explained(crash: ConversionError, looking: Promise<string | null>): Promise<ConversionError> {
  const part = await looking.catch(() => null);
  if (part === null) return crash;
  const what = part === '' ? 'the list of its parts' : `its part ${JSON.stringify(part.slice(0, MOST_OF_NAME))}`;
  return new ConversionError('input_damaged', `The file is damaged: ${what} cannot be read.`, {
    ...(crash.log !== undefined && { log: crash.log }),
  });
}

/** The worker process itself did not start; of its programs, only python3 is needed for the launcher too. */
function canBeCold(error: unknown): boolean {
  return error instanceof PoolStartError || (error instanceof ConversionError && error.code === 'program_missing');
}
