import { disksOf, fileSystemOf } from '../../telemetry/machine-metrics.ts';
import type { ServiceConfig } from '../config.ts';
import type { ServiceContext } from '../context.ts';
import type { Database } from '../database/open.ts';
import { isFinal, JOB_STATUSES, type JobStatus } from '../states.ts';
import { categoryOf } from '../tasks/lane.ts';

/* What an operator sees of a running service. Read when the operator asks: nothing of it is kept. */

type OverviewContext = Pick<ServiceContext, 'db' | 'config' | 'now'>;

/** Returns the state of everything but the keys. Times are ms since 1970. */
export async function readOverview({ db, config, now }: OverviewContext) {
  const [jobs, tasks, storage, failures] = [
    await readJobs(db),
    await readTasks(db),
    await readStorage(db, config),
    await readFailures(db),
  ];
  return {
    now: now(),
    jobs,
    tasks,
    /** Number of tasks that run here at a time. Null if workers run them. */
    concurrency: config.amqpUrl === null ? config.concurrency : null,
    storage: { ...storage, retention_ms: config.retentionMs },
    failures,
    contracts: [...config.contracts.values()],
  };
}

/** Counts the jobs that are kept, by their status. */
async function readJobs(db: Database): Promise<Record<JobStatus, number>> {
  const rows = await db
    .selectFrom('job_counts')
    .select(({ fn }) => ['status', fn.sum<number | string>('jobs').as('jobs')])
    .groupBy('status')
    .execute();
  const found = new Map(rows.map(({ status, jobs }) => [status, Number(jobs)]));
  return Object.fromEntries(JOB_STATUSES.map((status) => [status, found.get(status) ?? 0])) as Record<
    JobStatus,
    number
  >;
}

/** Counts the tasks of started jobs that have not ended, by category, and says since when the oldest one waits. */
async function readTasks(db: Database) {
  const rows = await db
    .selectFrom('tasks')
    .select(({ fn }) => [
      'lane',
      'state',
      fn.countAll<number | string>().as('count'),
      fn.min<number | string>('created_at').as('oldest'),
    ])
    .where('state', 'in', ['waiting', 'sent', 'processing'])
    .groupBy(['lane', 'state'])
    .execute();
  const categories = new Map<string, { category: string; waiting: number; running: number }>();
  for (const { lane, state, count } of rows) {
    const category = categoryOf(lane);
    const sum = categories.get(category) ?? { category, waiting: 0, running: 0 };
    sum[state === 'processing' ? 'running' : 'waiting'] += Number(count);
    categories.set(category, sum);
  }
  const waiting = rows.filter(({ state }) => state !== 'processing').map(({ oldest }) => Number(oldest));
  return {
    categories: [...categories.values()].sort((one, other) => one.category.localeCompare(other.category)),
    oldest_waiting: waiting.length === 0 ? null : Math.min(...waiting),
  };
}

/** Sums the files that are kept, and the space that is left where outputs are stored; null in S3. */
async function readStorage(db: Database, config: ServiceConfig) {
  const outputs = await db
    .selectFrom('outputs')
    .select(({ fn }) => [
      fn.countAll<number | string>().as('files'),
      fn.sum<number | string | null>('size').as('bytes'),
    ])
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  const uploads = await db
    .selectFrom('uploads')
    .select(({ fn }) => [
      fn.countAll<number | string>().as('files'),
      fn.sum<number | string | null>('size').as('bytes'),
    ])
    .executeTakeFirstOrThrow();
  const folder = disksOf(config).outputs;
  const disk = folder === undefined ? null : await fileSystemOf(folder);
  return {
    outputs: { files: Number(outputs.files), bytes: Number(outputs.bytes ?? 0) },
    uploads: { files: Number(uploads.files), bytes: Number(uploads.bytes ?? 0) },
    disk: disk && { free: disk.bavail * disk.bsize, size: disk.blocks * disk.bsize },
  };
}

const SHOWN_FAILURES = 30;

/** Returns the newest errors of jobs that have ended. */
async function readFailures(db: Database) {
  const rows = await db
    .selectFrom('job_issues')
    .innerJoin('jobs', 'jobs.id', 'job_issues.job_id')
    .innerJoin('api_keys', 'api_keys.id', 'jobs.key_id')
    .select(['jobs.id as job', 'jobs.modified_at as at', 'jobs.status', 'api_keys.name as key', 'job_issues.issue'])
    .where('job_issues.kind', '=', 'error')
    .where('jobs.status', 'in', JOB_STATUSES.filter(isFinal))
    .orderBy('jobs.modified_at', 'desc')
    .orderBy('jobs.id')
    .orderBy('job_issues.position')
    .limit(SHOWN_FAILURES)
    .execute();
  return rows.map(({ job, at, key, issue }) => {
    const { code, message } = JSON.parse(issue);
    return { job, at: Number(at), key, code, message };
  });
}
