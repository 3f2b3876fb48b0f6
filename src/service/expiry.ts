import { type Poller, startPoller } from '../execution/poller.ts';
import { removeExpiredSessions } from './access/sessions.ts';
import type { ServiceContext } from './context.ts';
import { isAnyOf } from './database/dialect.ts';
import type { Database } from './database/open.ts';
import type { JobRow, TableWith, UploadRow } from './database/tables.ts';
import { ServiceError } from './errors.ts';
import { removeOutputs, removeRemains } from './files/discard-files.ts';
import { cancelJob } from './jobs/cancel-job.ts';
import { lockJob } from './jobs/move-job.ts';
import { isFinal, isOpen, JOB_STATUSES, type JobStatus } from './states.ts';
import { abandonedUploads, discardUpload } from './uploads/tus/open-uploads.ts';

/**
 * Time that the record of a job is kept after its files: a late request learns that they have expired (410), not that there was nothing
 * (404). Longer than the 24 hours over which credits are counted, as a job's credits are removed with it; ms.
 */
export const RECORD_KEPT_MS = 25 * 3600_000;

export interface ExpiryPace {
  /** Interval between checks of the jobs, ms. */
  readonly jobsMs: number;
  /** Interval between listings of the received files, ms. */
  readonly strayFilesMs: number;
  /** Number of rows read at once. */
  readonly batch: number;
  /** Number of consecutive failures of the store after which it is left alone until the next check. */
  readonly patience: number;
}

export const EXPIRY_PACE: ExpiryPace = { jobsMs: 5 * 60_000, strayFilesMs: 3600_000, batch: 100, patience: 10 };

/**
 * Removes what has expired, at the start and every few minutes:
 * - a job that was never started is canceled when it expires;
 * - the outputs and received inputs of a job are removed when it expires, or at once if it was canceled; a running job keeps them;
 * - files that no output names are removed with them: attempts that were cut off have stored those;
 * - incomplete uploads are removed when nobody can resume them;
 * - the record of a job is removed RECORD_KEPT_MS later, once its files are gone;
 * - received files that belong to no input are removed when any job of their time must be gone.
 *
 * Everything here may be done twice, so replicas need not coordinate. What the store does not remove now is tried again at the next check.
 */
export function startExpiry(context: ServiceContext, pace: ExpiryPace = EXPIRY_PACE): Poller {
  const { log } = context;
  const ending = new AbortController();
  const round: Round = { context, pace, signal: ending.signal };
  let strayFilesAt = Number.NEGATIVE_INFINITY;

  async function removeExpired(): Promise<void> {
    await cancelForgottenJobs(round);
    const failing = countFailures(context, pace, 'an expired file could not be removed; another try follows');
    for (const status of FINAL) if (!(await removeFilesOfJobs(round, status, failing))) break;
    await removeFiles(round, unfinishedUploads);
    await removeExpiredSessions(context.db, context.now());
    await removeRecords(round);
    const begun = context.now();
    if (begun < strayFilesAt + pace.strayFilesMs) return;
    await removeStrayFiles(round);
    strayFilesAt = begun;
  }
  const expire = () =>
    removeExpired().catch((error: unknown) => {
      if (!ending.signal.aborted) throw error;
    });
  const poller = startPoller(expire, {
    intervalMs: pace.jobsMs,
    log,
    level: 'error',
    failure: 'expired jobs could not all be removed; another try follows',
  });
  poller.wake();
  return {
    wake: poller.wake,
    async stop() {
      ending.abort();
      await poller.stop();
    },
  };
}

interface Round {
  readonly context: ServiceContext;
  readonly pace: ExpiryPace;
  /** Aborted when the service stops. */
  readonly signal: AbortSignal;
}

const OPEN = JOB_STATUSES.filter(isOpen);
const FINAL = JOB_STATUSES.filter(isFinal);

async function cancelForgottenJobs({ context, pace, signal }: Round): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const jobs = await context.db
      .selectFrom('jobs')
      .select('id')
      .where('status', 'in', OPEN)
      .where('files_gone', '=', 0)
      .where('expires_at', '<=', context.now())
      .limit(pace.batch)
      .execute();
    for (const { id } of jobs) {
      signal.throwIfAborted();
      // Refused if it has just been started or canceled.
      await cancelJob(context, id).catch((error: unknown) => {
        if (!(error instanceof ServiceError)) throw error;
      });
    }
    if (jobs.length < pace.batch) return;
  }
}

/** Selects ended jobs whose files must be removed, earliest expiry first: all canceled jobs, and others that have expired. */
export const jobsWithDueFiles = (
  db: Database,
  { status, now, after, limit }: { status: JobStatus; now: number; after: JobDue; limit: number },
) =>
  db
    .selectFrom('jobs')
    .select(['id', 'expires_at'])
    .where('status', '=', status)
    .where('files_gone', '=', 0)
    .where('expires_at', '>=', after.expires_at)
    .where(({ or, eb }) => or([eb('expires_at', '>', after.expires_at), eb('id', '>', after.id)]))
    .$if(status !== 'canceled', (query) => query.where('expires_at', '<=', now))
    .orderBy('expires_at')
    .orderBy('id')
    .limit(limit);

type JobDue = Pick<JobRow, 'id' | 'expires_at'>;

/** Removes the outputs and inputs of jobs, and notes which jobs have no files left. @returns false if the store is to be left alone */
async function removeFilesOfJobs(
  { context, pace, signal }: Round,
  status: JobStatus,
  failing: ReturnType<typeof countFailures>,
): Promise<boolean> {
  const { db } = context;
  for (let after: JobDue = { id: '', expires_at: 0 }; ; ) {
    signal.throwIfAborted();
    const jobs = await jobsWithDueFiles(db, { status, now: context.now(), after, limit: pace.batch }).execute();
    const ids = jobs.map(({ id }) => id);
    for (const output of await outputsLeft(db, ids)) {
      signal.throwIfAborted();
      if (await failing(() => removeOutputs(context, [output]))) return false;
    }
    for (const input of await inputsLeft(db, ids)) {
      signal.throwIfAborted();
      if (await failing(() => removeInput(context, input))) return false;
    }
    const left = [...(await outputsLeft(db, ids)), ...(await inputsLeft(db, ids))];
    const gone = new Set(ids).difference(new Set(left.map(({ job_id }) => job_id)));
    for (const { id, job_id } of await tasksOf(db, [...gone])) {
      signal.throwIfAborted();
      const remove = () =>
        removeRemains(context, id).catch((error: unknown) => {
          gone.delete(job_id);
          throw error;
        });
      if (await failing(remove)) return false;
    }
    await db
      .updateTable('jobs')
      .set({ files_gone: 1 })
      .where(isAnyOf(db, 'id', [...gone]))
      .execute();
    const last = jobs.at(-1);
    if (last === undefined || jobs.length < pace.batch) return true;
    after = last;
  }
}

const outputsLeft = (db: Database, jobIds: readonly string[]) =>
  db
    .selectFrom('outputs')
    .select(['id', 'job_id', 'location'])
    .where(isAnyOf(db, 'job_id', jobIds))
    .where('deleted_at', 'is', null)
    .execute();

const tasksOf = (db: Database, jobIds: readonly string[]) =>
  db
    .selectFrom('tasks')
    .select(['id', 'job_id'])
    .where(isAnyOf(db, 'job_id', jobIds))
    .execute();

async function inputsLeft(db: Database, jobIds: readonly string[]) {
  const rows = await db
    .selectFrom('inputs')
    .select(['id', 'job_id', 'location'])
    .where(isAnyOf(db, 'job_id', jobIds))
    // Inputs of other types are the job's own file, or a web address, which `remove` ignores.
    .where('type', '<>', 'remote')
    .where('location', 'is not', null)
    .execute();
  return rows.map((row) => ({ ...row, location: row.location ?? '' }));
}

async function removeInput(
  { db, files }: ServiceContext,
  { id, location }: { readonly id: string; readonly location: string },
): Promise<void> {
  await files.remove(location);
  await db.updateTable('inputs').set({ location: null }).where('id', '=', id).execute();
}

/** Files to remove, read in batches by the ids of their rows, and how to note that one is gone. */
interface DueFiles<Row extends { id: string } = { id: string; location: string }> {
  readonly name: string;
  find(db: Database, due: { now: number; after: string; limit: number }): Promise<Row[]>;
  remove(context: ServiceContext, file: Row): Promise<void>;
}

const unfinishedUploads: DueFiles<UploadRow> = { name: 'upload', find: abandonedUploads, remove: discardUpload };

async function removeFiles<Row extends { id: string }>(
  { context, pace, signal }: Round,
  kind: DueFiles<Row>,
): Promise<void> {
  const failing = countFailures(context, pace, `an expired ${kind.name} could not be removed; another try follows`);
  for (let after = ''; ; ) {
    signal.throwIfAborted();
    const files = await kind.find(context.db, { now: context.now(), after, limit: pace.batch });
    for (const file of files) {
      signal.throwIfAborted();
      if (await failing(() => kind.remove(context, file))) return;
      after = file.id;
    }
    if (files.length < pace.batch) return;
  }
}

/** Calls what may fail. Returns true after so many consecutive failures that going on is pointless. Logs the first failure. */
function countFailures({ log }: ServiceContext, { patience }: ExpiryPace, message: string) {
  let failures = 0;
  return async (work: () => Promise<void>): Promise<boolean> => {
    try {
      await work();
      failures = 0;
    } catch (err) {
      if (failures === 0) log.warn({ err }, message);
      failures++;
    }
    return failures >= patience;
  };
}

/** All tables with the id of a job; the compiler reports one that is missing here. Statistics are kept: they are by key and day. */
const TABLES_OF_JOB = Object.keys({
  callbacks: true,
  history: true,
  job_issues: true,
  credits: true,
  outputs: true,
  output_targets: true,
  tasks: true,
  conversions: true,
  inputs: true,
  uploads: true,
} satisfies Record<TableWith<'job_id'>, true>) as TableWith<'job_id'>[];

/** Throws if the store is unreachable: a record is kept until no file of its job can remain. */
async function removeRecords({ context, pace, signal }: Round): Promise<void> {
  const { db, now } = context;
  for (;;) {
    signal.throwIfAborted();
    const jobs = await db
      .selectFrom('jobs')
      .select(['id', 'status'])
      .where('status', 'in', FINAL)
      .where('files_gone', '=', 1)
      .where('expires_at', '<=', now() - RECORD_KEPT_MS)
      // While a file remains, its row says where.
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('outputs')
              .select('outputs.id')
              .whereRef('outputs.job_id', '=', 'jobs.id')
              .where('outputs.deleted_at', 'is', null),
          ),
        ),
      )
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('inputs')
              .select('inputs.id')
              .whereRef('inputs.job_id', '=', 'jobs.id')
              .where('inputs.type', '<>', 'remote')
              .where('inputs.location', 'is not', null),
          ),
        ),
      )
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('uploads')
              .select('uploads.id')
              .whereRef('uploads.job_id', '=', 'jobs.id')
              .where('uploads.input_id', 'is', null),
          ),
        ),
      )
      .limit(pace.batch)
      .execute();
    // Its files were removed while its attempts were still being told to stop.
    const canceled = jobs.filter(({ status }) => status === 'canceled').map(({ id }) => id);
    for (const { id } of await tasksOf(db, canceled)) await removeRemains(context, id);
    for (const { id } of jobs) {
      signal.throwIfAborted();
      await db.transaction().execute(async (transact) => {
        await lockJob(transact, id);
        for (const table of TABLES_OF_JOB) await transact.deleteFrom(table).where('job_id', '=', id).execute();
        await transact.deleteFrom('jobs').where('id', '=', id).execute();
      });
    }
    if (jobs.length < pace.batch) return;
  }
}

/**
 * Removes received files whose input was removed, or never recorded because the service was killed. They are older than any job's files can
 * be. Files of another service in the same store are left alone as long as it keeps jobs no longer than this one.
 */
async function removeStrayFiles({ context, pace, signal }: Round): Promise<void> {
  const { db, files, config, now } = context;
  const failing = countFailures(context, pace, 'a file without an input could not be removed; another try follows');
  const removeStrays = async (locations: readonly string[]): Promise<boolean> => {
    const rows = await db.selectFrom('inputs').select('location').where('location', 'in', locations).execute();
    const known = new Set(rows.map(({ location }) => location));
    for (const location of locations) {
      if (!known.has(location) && (await failing(() => files.remove(location)))) return true;
    }
    return false;
  };
  let batch: string[] = [];
  for await (const { location } of files.receivedBefore(now() - config.retentionMs - RECORD_KEPT_MS)) {
    signal.throwIfAborted();
    batch.push(location);
    if (batch.length < pace.batch) continue;
    if (await removeStrays(batch)) return;
    batch = [];
  }
  if (batch.length > 0) await removeStrays(batch);
}
