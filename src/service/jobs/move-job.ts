import { randomUUID } from 'node:crypto';
import type { Transact } from '../database/open.ts';
import type { HistoryRow, JobRow } from '../database/tables.ts';
import { closeStorages } from '../deliveries/storages-of-job.ts';
import { canMove, isFinal, type JobStatus, STATUS_INFO } from '../states.ts';
import { countUsage } from '../statistics/statistics.ts';
import { endRetries } from '../tasks/job-issues.ts';
import { addCallback } from '../webhooks/add-callback.ts';

/** Columns that may change with the status. */
export type JobChanges = Partial<Pick<JobRow, 'spent' | 'tasks_total' | 'tasks_open' | 'tasks_completed'>>;

/**
 * Moves a job to another status, with its history, the statistics at its end, and the callbacks that the move requires (docs/interface.md,
 * Webhooks); all in the caller's transaction, or nothing. A move to the current status does nothing.
 *
 * @param job as returned by `lockJob`, or by a later change of it in this transaction
 * @param changes made with the move; null: nothing changes if the status does not
 * @returns the job afterwards; null if the move is not possible from the job's present status
 */
export async function moveJob(
  transact: Transact,
  job: JobRow,
  to: JobStatus,
  now: number,
  changes: JobChanges | null = null,
): Promise<JobRow | null> {
  const { id: jobId } = job;
  if (job.status === to) return changes === null ? job : update(transact, jobId, { ...changes, modified_at: now });
  if (!canMove(job.status, to)) return null;
  // Downloads are valid for 24 hours from the end of the job, not from when it was made (docs/interface.md, Jobs).
  const expiry = now + job.retention_ms;
  const moved = await update(transact, jobId, { ...changes, status: to, modified_at: now, expires_at: expiry });
  await addHistory(transact, jobId, to, now);
  if (isFinal(to)) {
    await endRetries(transact, jobId, null);
    await countUsage(transact, job, to, now);
    await closeStorages(transact, jobId, now);
  }
  await addCallback(transact, job, to, now);
  return moved;
}

/**
 * Returns the job's row, locked until this transaction ends: PostgreSQL locks it, SQLite has one writer at a time anyway. Every change of a
 * job or of what belongs to it begins with this call, once in its transaction, so all such changes have one order. Progress of tasks does
 * not need it: no document of the job shows it.
 */
export async function lockJob(transact: Transact, jobId: string): Promise<JobRow | undefined> {
  // This locks the row in both databases. Something of the job will change, so its documents are made again.
  return transact
    .updateTable('jobs')
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('id', '=', jobId)
    .returningAll()
    .executeTakeFirst();
}

/** Records a status of a job, in the transaction that sets it. */
export async function addHistory(transact: Transact, jobId: string, status: JobStatus, now: number): Promise<void> {
  const row = await transact
    .selectFrom('history')
    .select(({ fn }) => fn.max<number | null>('position').as('last'))
    .where('job_id', '=', jobId)
    .executeTakeFirst();
  // Statuses within one millisecond need an order, too.
  const position = row?.last == null ? 0 : Number(row.last) + 1;
  await transact
    .insertInto('history')
    .values(newHistory(jobId, status, { position, now }))
    .execute();
}

/** Makes the history row of a status of a job. @param position position in its history */
export const newHistory = (
  jobId: string,
  status: JobStatus,
  { position, now }: { position: number; now: number },
): HistoryRow => ({ id: randomUUID(), job_id: jobId, position, status, info: STATUS_INFO[status], created_at: now });

async function update(transact: Transact, jobId: string, values: Partial<JobRow>): Promise<JobRow> {
  return transact.updateTable('jobs').set(values).where('id', '=', jobId).returningAll().executeTakeFirstOrThrow();
}
