import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';

/** The tables before and after this migration. */
interface Tables {
  jobs: { id: string; errors: string; warnings: string };
  job_issues: { job_id: string; kind: string; position: number; digest: string; issue: string };
}

/** Number of jobs of one query. */
const BATCH = 500;

/**
 * Makes the cost of a report independent of the number of its job's tasks:
 * - jobs.tasks_total, tasks_open and tasks_completed count its tasks; `spent` is the sum of their credits
 * - job_issues: the errors and warnings of jobs, one row each, instead of lists in jobs that each report rewrote
 * - tasks_job finds the tasks of a job in one state; conversions_chained finds conversions that take the outputs of others
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  for (const column of ['tasks_total', 'tasks_open', 'tasks_completed']) {
    await db.schema
      .alterTable('jobs')
      .addColumn(column, 'bigint', (definition) => definition.notNull().defaultTo(0))
      .execute();
  }
  await db.schema.dropIndex('tasks_job').execute();
  await db.schema.createIndex('tasks_job').on('tasks').columns(['job_id', 'state', 'conversion_id']).execute();
  const tasks = (states: string) =>
    sql`(select count(*) from tasks where tasks.job_id = jobs.id and tasks.state in (${sql.raw(states)}))`;
  await sql`update jobs set
    tasks_total = (select count(*) from tasks where tasks.job_id = jobs.id),
    tasks_open = ${tasks(`'waiting', 'sent', 'processing'`)},
    tasks_completed = ${tasks(`'completed'`)}`.execute(db);
  await sql`update jobs set spent = (select coalesce(sum(amount), 0) from credits where credits.job_id = jobs.id)
    where status in ('queued', 'downloading', 'processing')`.execute(db);
  await sql`create index conversions_chained on conversions (job_id, position) where sources <> '[]'`.execute(db);
  await moveIssues(db);
}

async function moveIssues(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('job_issues')
    .addColumn('job_id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('position', 'bigint', (column) => column.notNull())
    .addColumn('digest', 'text', (column) => column.notNull())
    .addColumn('issue', 'text', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('job_issues_job').on('job_issues').columns(['job_id', 'kind', 'position']).execute();
  await db.schema
    .createIndex('job_issues_once')
    .on('job_issues')
    .columns(['job_id', 'kind', 'digest'])
    .unique()
    .execute();
  for (let after = ''; ; ) {
    const jobs = await db
      .selectFrom('jobs')
      .select(['id', 'errors', 'warnings'])
      .where('id', '>', after)
      .where(({ or, eb }) => or([eb('errors', '<>', '[]'), eb('warnings', '<>', '[]')]))
      .orderBy('id')
      .limit(BATCH)
      .execute();
    for (const { id, errors, warnings } of jobs) {
      const rows = [...rowsOf(id, 'error', errors), ...rowsOf(id, 'warning', warnings)];
      await db.insertInto('job_issues').values(rows).execute();
      after = id;
    }
    if (jobs.length < BATCH) break;
  }
  await db.schema.alterTable('jobs').dropColumn('errors').execute();
  await db.schema.alterTable('jobs').dropColumn('warnings').execute();
}

function rowsOf(jobId: string, kind: string, list: string): Tables['job_issues'][] {
  const issues = new Set((JSON.parse(list) as unknown[]).map((issue) => JSON.stringify(issue)));
  return [...issues].map((issue, position) => ({
    job_id: jobId,
    kind,
    position,
    digest: createHash('sha256').update(issue).digest('hex'),
    issue,
  }));
}
