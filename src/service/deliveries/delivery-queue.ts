import { sql } from 'kysely';
import type { ErrorIssue } from '../../task/errors.ts';
import { fromJson, toJson } from '../database/columns.ts';
import type { Database, Transact } from '../database/open.ts';
import type { OutputTargetRow } from '../database/tables.ts';
import { lockJob, moveJob } from '../jobs/move-job.ts';
import { addIssues, endRetries, showRetry } from '../tasks/job-issues.ts';

/*
 * Deliveries are rows of output_targets that are due. A process leases a delivery, renews the lease while bytes move, and finishes it.
 * Deliveries of a killed process are due again when their lease ends.
 */

/** Longer than any pause of a healthy process, but short enough to wait for after one was killed, ms. */
export const DELIVERY_LEASE_MS = 30_000;

const OPEN = ['waiting', 'uploading'] as const;

/**
 * Takes the delivery that has been due for longest, and counts its attempt.
 * @param busyKeys ids of API keys whose deliveries are left for later
 * @returns the delivery and the key of its job; null if none is due
 */
export async function takeDelivery(
  db: Database,
  owner: string,
  busyKeys: readonly string[],
  now: number,
): Promise<{ target: OutputTargetRow; key: string } | null> {
  for (;;) {
    const candidate = await db
      .selectFrom('output_targets')
      .innerJoin('jobs', 'jobs.id', 'output_targets.job_id')
      .select(['output_targets.id', 'output_targets.job_id', 'jobs.key_id'])
      .where('output_targets.status', 'in', OPEN)
      .where('output_targets.next_at', '<=', now)
      .where('output_targets.lease_until', '<=', now)
      .$if(busyKeys.length > 0, (query) => query.where('jobs.key_id', 'not in', busyKeys))
      .orderBy('output_targets.next_at')
      .limit(1)
      .executeTakeFirst();
    if (candidate === undefined) return null;
    const taken = await db.transaction().execute(async (transact) => {
      await lockJob(transact, candidate.job_id);
      return transact
        .updateTable('output_targets')
        .set((row) => ({
          status: 'uploading' as const,
          attempt: row('attempt', '+', 1),
          // A finished attempt has no lease owner; this process itself may have lost a lease while the database was unreachable.
          losses: sql<number>`losses + case when lease_owner <> ${owner} then 1 else 0 end`,
          lease_owner: owner,
          lease_until: now + DELIVERY_LEASE_MS,
          modified_at: now,
        }))
        .where('id', '=', candidate.id)
        .where('status', 'in', OPEN)
        .where('lease_until', '<=', now)
        .returningAll()
        .executeTakeFirst();
    });
    // If undefined, another replica was quicker, or the job has ended.
    if (taken !== undefined) return { target: taken, key: candidate.key_id };
  }
}

/** Renews the owner's leases. @returns the ids of the deliveries that are still its own */
export async function renewDeliveries(
  db: Database,
  owner: string,
  ids: readonly string[],
  now: number,
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .updateTable('output_targets')
    .set({ lease_until: now + DELIVERY_LEASE_MS })
    .where('id', 'in', ids)
    .where('lease_owner', '=', owner)
    .where('status', '=', 'uploading')
    .returning('id')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Makes all deliveries due that belonged to a process which is known to be gone. */
export async function releaseDeliveries(db: Database): Promise<void> {
  await db
    .updateTable('output_targets')
    // The owner stays, so that the process that takes them next counts the loss.
    .set({ lease_until: 0 })
    .where('lease_owner', 'is not', null)
    .execute();
}

/** Notes that an output has arrived, so that a later attempt does not send it again. Does nothing if the delivery has another owner now. */
export async function markDelivered(
  db: Database,
  target: OutputTargetRow,
  delivered: readonly string[],
): Promise<void> {
  await held(db.updateTable('output_targets').set({ delivered: toJson(delivered) }), target).execute();
}

/** End of a delivery, temporary or permanent. */
export type DeliveryEnd =
  | { readonly kind: 'completed' }
  | { readonly kind: 'failed'; readonly issues: readonly ErrorIssue[] }
  /** `nextAt`: ms since 1970. `failure`: uses up a retry, and the job shows it; null: the attempt counts for nothing. */
  | { readonly kind: 'again'; readonly nextAt: number; readonly failure: ErrorIssue | null };

/**
 * Settles an attempt, and the job if it was its last delivery. Does nothing if the delivery has another owner now, or none, as after the
 * end of its job.
 * @returns whether it was finished
 */
export async function finishDelivery(
  db: Database,
  target: OutputTargetRow,
  end: DeliveryEnd,
  now: number,
): Promise<boolean> {
  return db.transaction().execute(async (transact) => {
    const job = await lockJob(transact, target.job_id);
    const columns =
      end.kind === 'again'
        ? { status: 'waiting' as const, next_at: end.nextAt, retries: target.retries + (end.failure === null ? 0 : 1) }
        : { status: end.kind, next_at: null, credentials: null };
    const finished = await held(
      transact
        .updateTable('output_targets')
        .set({ ...columns, lease_owner: null, lease_until: 0, modified_at: now })
        .returning('id'),
      target,
    ).executeTakeFirst();
    if (job === undefined || finished === undefined) return false;
    if (end.kind === 'again') {
      if (end.failure !== null)
        await showRetry(transact, job.id, { of: target.id, errors: [end.failure], at: end.nextAt });
      return true;
    }
    await endRetries(transact, job.id, target.id);
    if (end.kind === 'failed') await addIssues(transact, job.id, { errors: end.issues });
    const hasFailed = end.kind === 'failed' && job.fail_on_conversion_error === 1;
    const to = hasFailed ? 'failed' : (await hasOpen(transact, job.id)) ? 'processing' : 'completed';
    await moveJob(transact, job, to, now, {});
    return true;
  });
}

async function hasOpen(transact: Transact, jobId: string): Promise<boolean> {
  const open = await transact
    .selectFrom('output_targets')
    .select('id')
    .where('job_id', '=', jobId)
    .where('status', 'in', OPEN)
    .limit(1)
    .executeTakeFirst();
  return open !== undefined;
}

interface Conditional<Query> {
  where(column: 'id' | 'lease_owner' | 'status', operator: '=', value: string | null): Query;
}

/** Restricts a change to the attempt as it was taken. */
function held<Query extends Conditional<Query>>(query: Query, { id, lease_owner }: OutputTargetRow): Query {
  return query.where('id', '=', id).where('lease_owner', '=', lease_owner).where('status', '=', 'uploading');
}

/** Returns the ids in a row that were delivered before this attempt. */
export const deliveredOf = ({ delivered }: OutputTargetRow): readonly string[] => fromJson(delivered);
