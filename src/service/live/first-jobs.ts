import type { Database } from '../database/open.ts';
import { isFinal, JOB_STATUSES } from '../states.ts';
import { OVERLAP_MS, type Scope } from './changes.ts';

/** Number of jobs that a stream of all jobs of a key begins with. */
const MOST = 100;
const UNFINISHED = JOB_STATUSES.filter((status) => !isFinal(status));

/**
 * Returns the jobs that a stream of several jobs begins with: those that have not ended, and those that changed since the client was last
 * sent something; the newest ones of each.
 * @param since ms since 1970; null for a client that has received nothing yet
 * @returns ids, the oldest job first
 */
export async function firstJobs(db: Database, scope: Scope, since: number | null): Promise<string[]> {
  if ('jobId' in scope) return [scope.jobId];
  const own = db.selectFrom('jobs').select(['id', 'created_at']).where('key_id', '=', scope.keyId);
  const unfinished = await own.where('status', 'in', UNFINISHED).orderBy('created_at', 'desc').limit(MOST).execute();
  const changed =
    since === null
      ? []
      : await own
          .where('modified_at', '>=', since - OVERLAP_MS)
          .orderBy('modified_at', 'desc')
          .limit(MOST)
          .execute();
  const all = new Map([...unfinished, ...changed].map((row) => [row.id, row]));
  return [...all.values()].sort((one, other) => one.created_at - other.created_at).map(({ id }) => id);
}

/** Makes the id of events of a stream of several jobs: the time at which they were sent. */
export const listEventId = (now: number): string => String(now);

/** Returns the time in such an id. Null if it is not one of our ids. */
export const readListEventId = (text: string | undefined): number | null =>
  /^\d{10,15}$/.test(text ?? '') ? Number(text) : null;
