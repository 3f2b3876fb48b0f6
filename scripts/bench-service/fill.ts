import { sql } from 'kysely';
import { isPostgres } from '../../src/service/database/dialect.ts';
import type { Database } from '../../src/service/database/open.ts';

/** Number of keys that the jobs belong to, in turn; none is a client's key. */
const KEYS = 100;

/**
 * Fills a database with jobs, each with an input, a task, a credit and a status, by SQL statements. Nine of ten jobs have ended; every
 * tenth has a waiting task.
 * @param from number of the first job @param until number of the last one
 * @param owner key of every second job
 */
export async function fill(db: Database, { from, until, owner }: { from: number; until: number; owner: string }) {
  const numbers = isPostgres(db)
    ? sql`select n from generate_series(${sql.lit(from)}, ${sql.lit(until)}) as n`
    : sql`with recursive n(n) as (select ${sql.lit(from)} union all select n + 1 from n where n < ${sql.lit(until)}) select n from n`;
  const id = (kind: string) =>
    isPostgres(db)
      ? sql`md5(${sql.lit(kind)} || n)`
      : // SQLite has no hash; the order of ids only has to be another one than that of the jobs.
        sql`printf('%08x-%s-%d', (n * 2654435761) & 4294967295, ${sql.lit(kind)}, n)`;
  const key = sql`case when n % 2 = 0 then ${sql.lit(owner)} else 'key-' || (n % ${sql.lit(KEYS)}) end`;
  const waits = sql`n % 10 = 5`;
  const time = sql`1700000000000 + n * 10`;
  const run = (table: string, columns: string, values: ReturnType<typeof sql>) =>
    sql`insert into ${sql.table(table)} (${sql.raw(columns)}) select ${values} from (${numbers}) as numbers`.execute(
      db,
    );
  await run(
    'jobs',
    `id, key_id, token_hash, status, process, callback, notify_status, status_format, fail_on_input_error, fail_on_conversion_error,
     version, files_gone, spent, tasks_total, tasks_open, tasks_completed, created_at, modified_at, retention_ms, expires_at`,
    sql`${id('job')}, ${key}, ${id('token')}, case when ${waits} then 'queued' else 'completed' end, 1, '', 0, 'string', 1, 1, 0, 0, 1, 1,
      case when ${waits} then 1 else 0 end, case when ${waits} then 0 else 1 end, ${time}, ${time}, 86400000,
      4000000000000 + n`,
  );
  await run(
    'inputs',
    `id, job_id, position, type, source, status, engine, options, parameters, metadata, filename, location, created_at, modified_at`,
    sql`${id('input')}, ${id('job')}, 0, 'remote', 'https://files.example/a.wav', 'ready', 'auto', '{}', '{}', '{}', 'a.wav',
      'https://files.example/a.wav', ${time}, ${time}`,
  );
  await run(
    'tasks',
    `id, job_id, key_id, lane, conversion_id, position, input_ids, state, progress, attempt, sequence, exec_ms, lease_until, created_at,
     modified_at`,
    sql`${id('task')}, ${id('job')}, ${key}, ${key} || '/audio', ${id('conversion')}, 0, '[]',
      case when ${waits} then 'waiting' else 'completed' end, 100, 1, 1, 5, 0, ${time}, ${time}`,
  );
  await run(
    'credits',
    'task_id, key_id, job_id, amount, created_at',
    sql`${id('task')}, ${key}, ${id('job')}, 1, ${time}`,
  );
  await run(
    'history',
    'id, job_id, position, status, info, created_at',
    sql`${id('history')}, ${id('job')}, 0, 'completed', '', ${time}`,
  );
  await sql`analyze`.execute(db);
}
