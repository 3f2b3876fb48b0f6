import { randomUUID } from 'node:crypto';
import type { Transact } from '../database/open.ts';
import type { CallbackRow, JobRow } from '../database/tables.ts';
import { isFinal, type JobStatus } from '../states.ts';

/**
 * Adds a callback about a status if the job asks for it: about each status with `notify_status`, otherwise about completed and failed
 * (docs/interface.md, Webhooks 1). Call it in the transaction of the change, with the job locked.
 */
export async function addCallback(transact: Transact, job: JobRow, status: JobStatus, now: number): Promise<void> {
  if (!isNotified(job, status)) return;
  const { count } = await transact
    .selectFrom('callbacks')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('job_id', '=', job.id)
    .executeTakeFirstOrThrow();
  const row = newCallback(job, status, { position: Number(count), now });
  if (row !== null) await transact.insertInto('callbacks').values(row).execute();
}

type NotifiedJob = Pick<JobRow, 'id' | 'callback' | 'notify_status'>;

const isNotified = ({ callback, notify_status }: NotifiedJob, status: JobStatus): boolean =>
  callback !== '' && (notify_status === 1 || (isFinal(status) && status !== 'canceled'));

/** Returns the callback that the job asks for with this status. Null if it asks for none. @param position among its callbacks */
export function newCallback(
  job: NotifiedJob,
  status: JobStatus,
  { position, now }: { position: number; now: number },
): CallbackRow | null {
  if (!isNotified(job, status)) return null;
  return {
    id: randomUUID(),
    job_id: job.id,
    position,
    status,
    url: job.callback,
    host: URL.canParse(job.callback) ? new URL(job.callback).host : '',
    attempts: 0,
    next_at: now,
    state: 'waiting',
    lease_owner: null,
    lease_until: 0,
    created_at: now,
  };
}
