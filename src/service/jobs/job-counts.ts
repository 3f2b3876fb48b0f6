import { sql } from 'kysely';
import { isPostgres } from '../database/dialect.ts';
import type { Database, Transact } from '../database/open.ts';
import type { JobStatus } from '../states.ts';

/**
 * Returns how many jobs a key has in these statuses, as triggers count them: at the cost of a few rows, however many jobs there are.
 * @param statuses null for all
 */
export async function countJobs(
  db: Database | Transact,
  keyId: string,
  statuses: readonly JobStatus[] | null,
): Promise<number> {
  const { jobs } = await db
    .selectFrom('job_counts')
    .select(({ fn }) => fn.sum<number | string | null>('jobs').as('jobs'))
    .where('key_id', '=', keyId)
    .$if(statuses !== null, (query) => query.where('status', 'in', statuses ?? []))
    .executeTakeFirstOrThrow();
  return Number(jobs ?? 0);
}

/**
 * Adds up the rows that PostgreSQL's triggers have written, one for each change; readers see the same sums before and after. Does nothing
 * for SQLite. Replicas may do it at the same time.
 */
export async function foldJobCounts(db: Database): Promise<void> {
  if (!isPostgres(db)) return;
  await sql`
    with crowded as (select key_id, status from job_counts group by key_id, status having count(*) > 1),
      folded as (
        delete from job_counts using crowded
        where job_counts.key_id = crowded.key_id and job_counts.status = crowded.status
        returning job_counts.*
      )
    insert into job_counts select key_id, status, sum(jobs) from folded group by key_id, status`.execute(db);
}
