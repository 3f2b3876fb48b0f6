import { randomUUID } from 'node:crypto';
import type { Transact } from '../database/open.ts';
import type { JobRow } from '../database/tables.ts';
import { canMove, isFinal, type JobStatus, STATUS_INFO } from './states.ts';

/**
 * Moves a job to another status, with its history and the callbacks that the move asks for (interface.md, Events); all of it
 * in the caller's transaction, or nothing. A move to the status it has already is none.
 *
 * @returns the job as it is afterwards, or null where the move is not possible from where the job is now
 */
export async function moveJob(
  transact: Transact,
  jobId: string,
  to: JobStatus,
  now: number,
  changes: Partial<Pick<JobRow, 'errors' | 'warnings' | 'spent' | 'expires_at'>> = {},
): Promise<JobRow | null> {
  const job = await lockJob(transact, jobId);
  if (job === undefined) return null;
  if (job.status === to) {
    if (Object.keys(changes).length === 0) return job;
    return update(transact, jobId, { ...changes, modified_at: now });
  }
  if (!canMove(job.status, to)) return null;
  const moved = await update(transact, jobId, { ...changes, status: to, modified_at: now });
  await transact
    .insertInto('history')
    .values({ id: randomUUID(), job_id: jobId, status: to, info: STATUS_INFO[to], created_at: now })
    .execute();
  const told = job.notify_status === 1 || (isFinal(to) && to !== 'canceled');
  if (job.callback !== '' && told) {
    await transact
      .insertInto('callbacks')
      .values({
        id: randomUUID(),
        job_id: jobId,
        status: to,
        attempts: 0,
        next_at: now,
        state: 'waiting',
        lease_owner: null,
        lease_until: 0,
        created_at: now,
      })
      .execute();
  }
  return moved;
}

/**
 * The job's row, which no other transaction can change before this one ends: PostgreSQL locks it, SQLite has one writer at a
 * time anyway. Whatever changes a job or what belongs to it begins here, so all such changes have one order.
 */
export async function lockJob(transact: Transact, jobId: string): Promise<JobRow | undefined> {
  // An update that changes nothing locks the row in both databases.
  return transact
    .updateTable('jobs')
    .set((row) => ({ modified_at: row.ref('modified_at') }))
    .where('id', '=', jobId)
    .returningAll()
    .executeTakeFirst();
}

async function update(transact: Transact, jobId: string, values: Partial<JobRow>): Promise<JobRow> {
  return transact.updateTable('jobs').set(values).where('id', '=', jobId).returningAll().executeTakeFirstOrThrow();
}
