import { isAnyOf, isPostgres } from './dialect.ts';
import type { Transact } from './open.ts';

/**
 * Notes that the contents of these jobs' documents have changed, and locks the jobs as `lockJob` does; always in the same order, so that no
 * two transactions deadlock.
 */
export async function touchJobs(transact: Transact, jobIds: readonly string[]): Promise<void> {
  const ids = [...new Set(jobIds)].sort();
  const touched = isAnyOf(transact, 'id', ids);
  if (ids.length > 1 && isPostgres(transact)) {
    await transact.selectFrom('jobs').select('id').where(touched).orderBy('id').forUpdate().execute();
  }
  await transact
    .updateTable('jobs')
    .set((row) => ({ version: row('version', '+', 1) }))
    .where(touched)
    .execute();
}
