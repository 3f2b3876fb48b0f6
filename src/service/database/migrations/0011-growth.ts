import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../dialect.ts';

/**
 * For databases with millions of jobs: no query of a request, a dispatch or the expiry reads more rows than it needs. `job_counts` has the
 * number of jobs of a key in each status; triggers maintain it, so it is right whoever writes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const jobs = db.schema.alterTable('jobs');
  await jobs.addColumn('version', 'bigint', (column) => column.notNull().defaultTo(0)).execute();
  await jobs.addColumn('files_gone', 'bigint', (column) => column.notNull().defaultTo(0)).execute();
  await db.schema
    .alterTable('tasks')
    .addColumn('key_id', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await sql`update tasks set key_id = coalesce((select key_id from jobs where jobs.id = tasks.job_id), '')`.execute(db);

  await db.schema.dropIndex('jobs_status').execute();
  await db.schema.dropIndex('jobs_expiry').execute();
  await db.schema.createIndex('jobs_due').on('jobs').columns(['status', 'files_gone', 'expires_at']).execute();
  await db.schema.createIndex('jobs_listed').on('jobs').columns(['key_id', 'status', 'created_at']).execute();
  await db.schema
    .createIndex('tasks_free')
    .on('tasks')
    .columns(['state', 'lease_until', 'key_id', 'created_at', 'position'])
    .execute();

  await db.schema.createIndex('credits_job').on('credits').column('job_id').execute();

  await db.schema
    .createTable('job_counts')
    .addColumn('key_id', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('jobs', 'bigint', (column) => column.notNull())
    .execute();
  await sql`insert into job_counts select key_id, status, count(*) from jobs group by key_id, status`.execute(db);
  if (isPostgres(db)) await countInPostgres(db);
  else await countInSqlite(db);
}

/** One row for each key and status, as there is only one writer at a time. */
async function countInSqlite(db: Kysely<unknown>): Promise<void> {
  await sql`create unique index job_counts_key on job_counts (key_id, status)`.execute(db);
  const add = sql`insert into job_counts values (new.key_id, new.status, 1)
    on conflict (key_id, status) do update set jobs = jobs + 1;`;
  const take = sql`update job_counts set jobs = jobs - 1 where key_id = old.key_id and status = old.status;`;
  await sql`create trigger jobs_counted after insert on jobs begin ${add} end`.execute(db);
  await sql`create trigger jobs_recounted after update of status on jobs when new.status <> old.status
    begin ${take} ${add} end`.execute(db);
  await sql`create trigger jobs_discounted after delete on jobs begin ${take} end`.execute(db);
}

/**
 * One row for each change, which `foldJobCounts` adds up from time to time. With one row for each status, any two jobs of a key would wait
 * for each other, and could deadlock.
 */
async function countInPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`create index job_counts_key on job_counts (key_id, status)`.execute(db);
  await sql`create function count_jobs_added() returns trigger language plpgsql as $$ begin
    insert into job_counts select key_id, status, count(*) from added group by key_id, status;
    return null; end $$`.execute(db);
  await sql`create function count_jobs_removed() returns trigger language plpgsql as $$ begin
    insert into job_counts select key_id, status, -count(*) from removed group by key_id, status;
    return null; end $$`.execute(db);
  await sql`create function count_job_moved() returns trigger language plpgsql as $$ begin
    insert into job_counts values (old.key_id, old.status, -1), (new.key_id, new.status, 1);
    return null; end $$`.execute(db);
  await sql`create trigger jobs_counted after insert on jobs referencing new table as added
    for each statement execute function count_jobs_added()`.execute(db);
  await sql`create trigger jobs_discounted after delete on jobs referencing old table as removed
    for each statement execute function count_jobs_removed()`.execute(db);
  await sql`create trigger jobs_recounted after update of status on jobs
    for each row when (old.status is distinct from new.status) execute function count_job_moved()`.execute(db);
}
