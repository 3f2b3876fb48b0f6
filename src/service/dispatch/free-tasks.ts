import { type RawBuilder, sql } from 'kysely';
import { isPostgres } from '../database/dialect.ts';
import type { Database } from '../database/open.ts';
import { type TaskState, UNFINISHED } from '../states.ts';

/*
 * Finds the next task at the cost of a few rows, however many tasks there are: each query reads one range of the index `tasks_free`, for
 * each of the states that a free task can have.
 */

const forEachState = <Row>(query: (state: TaskState) => RawBuilder<Row>): RawBuilder<Row> =>
  sql.join(
    UNFINISHED.map((state) => sql`select * from (${query(state)}) as in_state`),
    sql` union all `,
  ) as RawBuilder<Row>;

/** Selects the first key after `lastKey` that has a free task: a row with `key_id`, null if there is none. */
export const nextKeyAfter = (lastKey: string): RawBuilder<{ key_id: string | null }> =>
  sql`select min(key_id) as key_id from (${forEachState(
    (state) =>
      sql`select min(key_id) as key_id from tasks where state = ${state} and lease_until = 0 and key_id > ${lastKey}`,
  )}) as keys`;

/** Selects the first key that has a free task. The key of tasks from an older version is empty. */
export const firstKey = (): RawBuilder<{ key_id: string | null }> =>
  sql`select min(key_id) as key_id from (${forEachState(
    (state) => sql`select min(key_id) as key_id from tasks where state = ${state} and lease_until = 0`,
  )}) as keys`;

/** Selects the free task of a key that has waited for longest; one row or none. */
export const oldestFreeTask = (key: string): RawBuilder<{ id: string; job_id: string }> =>
  sql`select id, job_id from (${forEachState(
    (state) => sql`select id, job_id, created_at, position from tasks
      where state = ${state} and lease_until = 0 and key_id = ${key} order by created_at, position limit 1`,
  )}) as tasks_of_key order by created_at, position limit 1`;

/**
 * Frees tasks whose lease or pause is over: all free tasks have the same `lease_until`, by which the next one is found. Until a task is
 * taken, its attempt stays: an owner that renews the lease in time keeps it.
 */
export async function freeDueTasks(db: Database, now: number): Promise<void> {
  const due = sql`select id from tasks where state in (${sql.join(UNFINISHED)}) and lease_until > 0 and lease_until <= ${now}`;
  // Rows that another transaction has locked are left for the next time, so that two of them cannot wait for each other.
  const unlocked = isPostgres(db) ? sql`${due} for update skip locked` : due;
  await sql`update tasks set lease_until = 0 where id in (${unlocked})`.execute(db);
}
