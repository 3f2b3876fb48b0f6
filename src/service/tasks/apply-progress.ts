import { type RawBuilder, sql } from 'kysely';
import { ERROR_CODES } from '../../task/codes.ts';
import type { OrderedReport } from '../../task/types.ts';
import { isAnyOf, isPostgres } from '../database/dialect.ts';
import type { Database } from '../database/open.ts';
import type { JobRow, TaskRow } from '../database/tables.ts';
import { lockJob, moveJob } from '../jobs/move-job.ts';
import { hasFetched, isFinal, isOpen, UNFINISHED } from '../states.ts';
import { showRetry } from './job-issues.ts';
import { statusByTasks } from './running-status.ts';

/*
 * Progress of tasks: many in one statement, without locking their jobs, which may take final reports meanwhile. A job is locked only if its
 * status changes, as when the first of its tasks begins; until then it shows the previous one.
 */

/** Largest number of reports in one statement. */
const MOST = 200;

type Reported = Pick<OrderedReport, 'task_id' | 'progress' | 'attempt' | 'sequence' | 'exec_time' | 'retry'>;

/**
 * Applies progress of tasks, in any order, however often it comes: a report that is older than the last one, or whose task has ended,
 * changes nothing.
 * @param reports one for each task; those without proper numbers, which only other programs than convertd send, are ignored
 * @param owner if given, it must have the task's lease, at the attempt of the report
 * @returns whether the status of a job has changed
 */
export async function applyProgress(
  db: Database,
  reports: readonly Reported[],
  { now, owner = null }: { now: number; owner?: string | null },
): Promise<boolean> {
  const usable = reports.filter(isUsable);
  let hasMoved = false;
  for (let from = 0; from < usable.length; from += MOST) {
    const saved = await save(db, usable.slice(from, from + MOST), now, owner);
    await showRetries(db, usable.slice(from, from + MOST), saved);
    for (const jobId of await jobsToMove(db, saved)) hasMoved = (await follow(db, jobId, now)) || hasMoved;
  }
  return hasMoved;
}

const isUsable = ({ progress, attempt, sequence, exec_time }: Reported): boolean =>
  Number.isSafeInteger(attempt) && Number.isSafeInteger(sequence) && isPercent(progress) && Number.isFinite(exec_time);

const isPercent = (value: number): boolean => value >= 0 && value <= 100;

type Saved = Pick<TaskRow, 'id' | 'job_id' | 'progress' | 'attempt'>;

async function save(
  db: Database,
  reports: readonly Reported[],
  now: number,
  owner: string | null,
): Promise<readonly Saved[]> {
  const values = reports.map(({ task_id, progress, attempt, sequence, exec_time }) => ({
    id: task_id,
    progress: Math.round(progress),
    attempt,
    sequence,
    exec_ms: Math.round(exec_time * 1000),
  }));
  const hold = owner === null ? sql`` : sql`and tasks.lease_owner = ${owner} and tasks.attempt = heard.attempt`;
  const { rows } = await sql<Saved>`
    ${heardTasks(db, JSON.stringify(values))}
    update tasks set state = 'processing', progress = heard.progress, attempt = heard.attempt, sequence = heard.sequence,
      exec_ms = heard.exec_ms, modified_at = ${now}
    from heard
    where tasks.id = heard.id and tasks.state in (${sql.join(UNFINISHED)})
      and (heard.attempt > tasks.attempt or (heard.attempt = tasks.attempt and heard.sequence > tasks.sequence)) ${hold}
    returning tasks.id, tasks.job_id, tasks.progress, tasks.attempt`.execute(db);
  return rows;
}

/** Selects the reports as rows. PostgreSQL locks their tasks in the common order (lock-order.ts). */
const heardTasks = (db: Database, json: string): RawBuilder<unknown> =>
  isPostgres(db)
    ? sql`with reports as (
        select * from json_to_recordset(${json}::json)
          as report(id text, progress bigint, attempt bigint, sequence bigint, exec_ms bigint)
      ), locked as materialized (
        select id from tasks where id in (select id from reports) order by id for update
      ), heard as (select reports.* from reports join locked on locked.id = reports.id)`
    : sql`with heard as (
        select value ->> 'id' as id, value ->> 'progress' as progress, value ->> 'attempt' as attempt,
          value ->> 'sequence' as sequence, value ->> 'exec_ms' as exec_ms
        from json_each(${json})
      )`;

/** Shows, in the jobs of tasks that failed by what may pass, why and until when they wait. */
async function showRetries(db: Database, reports: readonly Reported[], saved: readonly Saved[]): Promise<void> {
  const jobOf = new Map(saved.map(({ id, job_id }) => [id, job_id]));
  for (const { task_id, retry } of reports) {
    const jobId = jobOf.get(task_id);
    const at = Date.parse(retry?.at ?? '');
    // Workers of later versions may have other codes.
    const errors = retry?.errors.filter(({ code }) => Object.hasOwn(ERROR_CODES, code)) ?? [];
    if (jobId === undefined || Number.isNaN(at)) continue;
    await db.transaction().execute(async (transact) => {
      if ((await lockJob(transact, jobId)) === undefined) return;
      const open = transact.selectFrom('tasks').select('id').where('id', '=', task_id).where('state', 'in', UNFINISHED);
      if ((await open.executeTakeFirst()) !== undefined) await showRetry(transact, jobId, { of: task_id, errors, at });
    });
  }
}

type JobHead = Pick<JobRow, 'status' | 'tasks_open' | 'tasks_total'>;

/** Returns the jobs whose status may have changed. */
async function jobsToMove(db: Database, saved: readonly Saved[]): Promise<string[]> {
  if (saved.length === 0) return [];
  const byJob = Map.groupBy(saved, ({ job_id }) => job_id);
  const jobs = await db
    .selectFrom('jobs')
    .select(['id', 'status', 'tasks_open', 'tasks_total'])
    .where(isAnyOf(db, 'id', [...byJob.keys()]))
    .execute();
  return jobs.flatMap((job) => ((byJob.get(job.id) ?? []).some((task) => mayMove(job, task)) ? [job.id] : []));
}

function mayMove({ status, tasks_open, tasks_total }: JobHead, { progress, attempt }: Saved): boolean {
  if (status === 'queued') return true;
  if (hasFetched(progress)) return status === 'downloading';
  // The task begins again: it may have been the most advanced one. Once a task has ended, the job's status stays.
  return status === 'processing' && attempt > 1 && tasks_open === tasks_total;
}

async function follow(db: Database, jobId: string, now: number): Promise<boolean> {
  return db.transaction().execute(async (transact) => {
    const job = await lockJob(transact, jobId);
    if (job === undefined || isOpen(job.status) || isFinal(job.status)) return false;
    const moved = await moveJob(transact, job, await statusByTasks(transact, job), now);
    return moved !== null && moved.status !== job.status;
  });
}
