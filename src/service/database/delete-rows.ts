import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { isPostgres, ROWS_AT_ONCE } from './dialect.ts';
import type { Transact } from './open.ts';
import type { TableWith } from './tables.ts';

/** Deletes all rows of a job in a table, with SQLite in parts between which others are served. */
export async function deleteRowsOfJob(transact: Transact, table: TableWith<'job_id'>, jobId: string): Promise<void> {
  if (isPostgres(transact)) {
    await transact.deleteFrom(table).where('job_id', '=', jobId).execute();
    return;
  }
  const rows = sql`select rowid from ${sql.table(table)} where job_id = ${jobId} limit ${ROWS_AT_ONCE}`;
  for (;;) {
    const { numAffectedRows } = await sql`delete from ${sql.table(table)} where rowid in (${rows})`.execute(transact);
    if (Number(numAffectedRows) < ROWS_AT_ONCE) return;
    await setImmediate();
  }
}
