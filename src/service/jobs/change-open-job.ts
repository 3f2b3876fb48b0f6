import type { ServiceContext } from '../context.ts';
import type { Transact } from '../database/open.ts';
import type { JobRow } from '../database/tables.ts';
import { noSuchJob, ServiceError } from '../errors.ts';
import { isOpen, type JobStatus } from '../states.ts';
import { advanceOpenJob } from './advance-open-job.ts';
import { lockJob } from './move-job.ts';

/**
 * Changes an open job, or its inputs and conversions, in one transaction, and starts it if it is to be processed and nothing is missing any
 * more. If anything throws, nothing has changed.
 *
 * @param change gets the job's row, locked; its result is returned
 * @throws ServiceError 404 if the job is gone, 409 if it is not open, 402 and 429 if its contract does not let it start
 */
export async function changeOpenJob<Result>(
  context: ServiceContext,
  jobId: string,
  change: (transact: Transact, job: JobRow) => Promise<Result>,
): Promise<Result> {
  const { db, secrets, config, dispatch } = context;
  const { result, started } = await db.transaction().execute(async (transact) => {
    const job = await lockJob(transact, jobId);
    if (job === undefined) throw noSuchJob();
    if (!isOpen(job.status)) throw notAllowed(job.status);
    const changed = await change(transact, job);
    const now = context.now();
    const touched = await transact
      .updateTable('jobs')
      .set({ modified_at: now })
      .where('id', '=', jobId)
      .returningAll()
      .executeTakeFirstOrThrow();
    const advanced = await advanceOpenJob(transact, touched, { secrets, contracts: config.contracts, now });
    return { result: changed, started: advanced.started };
  });
  if (started) dispatch.wake();
  context.wakeCallbacks();
  return result;
}

/** Makes the refusal of a change that the job's status does not allow. */
export const notAllowed = (status: JobStatus) =>
  new ServiceError('wrong_job_status', `The job is ${status}; its status does not allow this change.`);

/** Returns the position after the last row: rows in between may have been removed. */
export async function nextPosition(
  transact: Transact,
  table: 'inputs' | 'conversions',
  jobId: string,
): Promise<number> {
  const row = await transact
    .selectFrom(table)
    .select(({ fn }) => fn.max<number | null>('position').as('last'))
    .where('job_id', '=', jobId)
    .executeTakeFirst();
  return row?.last == null ? 0 : Number(row.last) + 1;
}
