import { type ExpressionBuilder, sql } from 'kysely';
import type { ErrorIssue } from '../../task/errors.ts';
import type { Database, Transact } from '../database/open.ts';
import type { Tables, TaskRow } from '../database/tables.ts';
import { lockJob, moveJob } from '../jobs/move-job.ts';
import { type TaskState, UNFINISHED } from '../states.ts';
import { showRetry } from '../tasks/job-issues.ts';
import { statusByTasks } from '../tasks/running-status.ts';
import { firstKey, freeDueTasks, nextKeyAfter, oldestFreeTask } from './free-tasks.ts';

/*
 * Leases of tasks: a task belongs to `lease_owner` until `lease_until`. A task without an owner may have a `lease_until` too: it must not
 * be taken before. Owners renew their leases while they live, so the tasks of a killed service are free soon after.
 */

/** Longer than any pause of a healthy process, but short enough to wait for after one was killed. */
export const LEASE_MS = 30_000;

/** Not finished, and not leased. */
function isFree<Table extends keyof Tables>(builder: ExpressionBuilder<Tables, Table | 'tasks'>, now: number) {
  return builder.and([
    builder(sql.ref<TaskState>('tasks.state'), 'in', UNFINISHED),
    builder(sql.ref<number>('tasks.lease_until'), '<=', now),
  ]);
}

/** Identifies the lease of an attempt, which ends with another attempt, another owner, or none. */
export interface LeaseKey {
  readonly taskId: string;
  readonly jobId: string;
  readonly owner: string;
  readonly attempt: number;
}

/**
 * Takes the first free task of the next API key after `lastKey`, in the order of the keys' ids and round again: however many tasks one key
 * has waiting, each other key has its turn.
 * @returns the task as it is now, with its attempt counted, and its key; null if none is free
 */
export async function takeNext(
  db: Database,
  owner: string,
  lastKey: string,
  now: number,
): Promise<{ task: TaskRow; key: string } | null> {
  await freeDueTasks(db, now);
  for (;;) {
    const key = await nextKey(db, lastKey);
    if (key === null) return null;
    const [candidate] = (await oldestFreeTask(key).execute(db)).rows;
    if (candidate === undefined) continue;
    const task = await db
      .updateTable('tasks')
      .set((row) => ({
        lease_owner: owner,
        lease_until: now + LEASE_MS,
        attempt: row('attempt', '+', 1),
        sequence: 0,
        // A task that was given back has no lease owner; this process itself may have lost a lease while the database was unreachable.
        losses: sql<number>`losses + case when lease_owner <> ${owner} then 1 else 0 end`,
      }))
      .where('id', '=', candidate.id)
      .where((builder) => isFree(builder, now))
      .returningAll()
      .executeTakeFirst();
    // If undefined, another replica was quicker.
    if (task !== undefined) return { task, key };
  }
}

async function nextKey(db: Database, lastKey: string): Promise<string | null> {
  const [next] = (await nextKeyAfter(lastKey).execute(db)).rows;
  if (next?.key_id != null) return next.key_id;
  const [first] = (await firstKey().execute(db)).rows;
  return first?.key_id ?? null;
}

/** Renews the owner's leases. @returns the ids of the tasks that it still owns */
export async function renew(
  db: Database,
  owner: string,
  taskIds: readonly string[],
  now: number,
): Promise<ReadonlySet<string>> {
  if (taskIds.length === 0) return new Set();
  const rows = await db
    .updateTable('tasks')
    .set({ lease_until: now + LEASE_MS })
    .where('id', 'in', taskIds)
    .where('lease_owner', '=', owner)
    .where('state', 'in', UNFINISHED)
    .returning('id')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Whether the lease is valid, even if the task has ended meanwhile (it was canceled). */
export async function isLeased(db: Database | Transact, lease: LeaseKey): Promise<boolean> {
  const row = await db
    .selectFrom('tasks')
    .select('id')
    .where('id', '=', lease.taskId)
    .where('lease_owner', '=', lease.owner)
    .where('attempt', '=', lease.attempt)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Gives a task back: it waits again, not to be taken before `notBefore` (ms since 1970), and its job shows that. Does nothing if the lease
 * is no longer valid, or the task has ended.
 * @param failure errors that may pass, which use up a retry and which the job shows; null: the attempt counts for nothing
 */
export async function putBack(
  db: Database,
  lease: LeaseKey,
  { notBefore, failure, now }: { notBefore: number; failure: readonly ErrorIssue[] | null; now: number },
): Promise<void> {
  await db.transaction().execute(async (transact) => {
    const job = await lockJob(transact, lease.jobId);
    const given = await transact
      .updateTable('tasks')
      .set((row) => ({
        state: 'waiting' as const,
        progress: 0,
        lease_owner: null,
        lease_until: notBefore,
        retries: row('retries', '+', failure === null ? 0 : 1),
        modified_at: now,
      }))
      .where('id', '=', lease.taskId)
      .where('lease_owner', '=', lease.owner)
      .where('attempt', '=', lease.attempt)
      .where('state', 'in', UNFINISHED)
      .returning('id')
      .executeTakeFirst();
    if (job === undefined || given === undefined) return;
    if (failure !== null) await showRetry(transact, job.id, { of: lease.taskId, errors: failure, at: notBefore });
    await moveJob(transact, job, await statusByTasks(transact, job), now);
  });
}

/** Frees all tasks that belonged to a process which is known to be gone. */
export async function releaseAll(db: Database): Promise<void> {
  await db
    .updateTable('tasks')
    .set({ lease_until: 0 })
    .where('lease_owner', 'is not', null)
    .where('state', 'in', UNFINISHED)
    .execute();
}
