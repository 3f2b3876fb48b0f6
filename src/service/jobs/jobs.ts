import type { ServiceContext } from '../context.ts';
import type { Database, Transact } from '../database/open.ts';
import type { ApiKeyRow, HistoryRow, JobRow } from '../database/tables.ts';
import type { FullJob } from '../documents/from-rows.ts';
import type { JobBody, JobPatch } from '../documents/schemas.ts';
import { noSuchJob } from '../errors.ts';
import { type PreparedInputs, prepareInputs } from '../inputs/prepare-inputs.ts';
import { JOB_HEAD, type JobHead } from '../keys/lookups.ts';
import type { RouteContext } from '../route-context.ts';
import { downloadPasswords } from '../secrets/sealed-columns.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { isFinal, isOpen, JOB_STATUSES, type JobStatus } from '../states.ts';
import { checkedCallback } from '../webhooks/callback-url.ts';
import { advanceOpenJob } from './advance-open-job.ts';
import { notAllowed } from './change-open-job.ts';
import type { MadeJob } from './insert-jobs.ts';
import { countJobs } from './job-counts.ts';
import { loadJob } from './load-job.ts';
import { lockJob } from './move-job.ts';
import { type JobRequest, newJob, sealPasswords } from './new-job.ts';

/**
 * Makes a job from the body, and starts it if nothing is missing, unless it is to wait for a PATCH. All of it or nothing. A repeatable request makes one
 * job, however often it comes, even simultaneously.
 *
 * @returns the job, and whether an earlier request had made it
 * @throws ServiceError 400, 402, 409, 429; ConversionErrors for conversions that the catalog refuses
 */
export async function createJob(
  context: RouteContext,
  key: ApiKeyRow,
  body: JobBody,
  request: JobRequest,
): Promise<MadeJob> {
  return createPreparedJob(context, key, body, await prepareInputs(context, key.id, body.input ?? []), request);
}

/** Like `createJob`, with inputs that are already in the store, instead of those of the body; they are discarded if the job is not made. */
export async function createPreparedJob(
  context: RouteContext,
  key: ApiKeyRow,
  body: JobBody,
  prepared: PreparedInputs,
  request: JobRequest,
): Promise<MadeJob> {
  try {
    const made = await context.inserts.insert(await newJob(context, key, body, prepared.inputs, request));
    if (made.replayed) await prepared.discard();
    else if (isRunning(made.job)) context.dispatch.wake();
    context.wakeCallbacks();
    return made;
  } catch (error) {
    await prepared.discard();
    throw error;
  }
}

const isRunning = ({ job }: FullJob): boolean => !isOpen(job.status) && !isFinal(job.status);

/**
 * Changes the settings of a job, and starts it if the patch says `process: true` and nothing is missing; otherwise it starts when nothing
 * is missing any more. `download_passwords` may be changed at any time, also for the outputs that are there, `callback` and
 * `notify_status` until the job ends, everything else until it starts.
 *
 * @throws ServiceError 400, 402, 404, 409, 429
 */
export async function patchJob(context: ServiceContext, jobId: string, patch: JobPatch): Promise<FullJob> {
  const { db, secrets, config } = context;
  const now = context.now();
  const { job, started } = await db.transaction().execute(async (transact) => {
    const row = await lockJob(transact, jobId);
    if (row === undefined) throw noSuchJob();
    const { always, open } = patchedColumns(patch, config);
    const allowed = isOpen(row.status) || (isEmpty(open) && (!isFinal(row.status) || isEmpty(always)));
    if (!allowed) throw notAllowed(row.status);
    const { download_passwords: passwords } = patch;
    if (passwords) await replacePasswords(transact, row, passwords, secrets);
    const sealed = passwords && { download_passwords: sealPasswords(passwords, jobId, secrets) };
    const values = { ...always, ...open, ...sealed };
    const patched = isEmpty(values)
      ? row
      : await transact
          .updateTable('jobs')
          .set({ ...values, modified_at: now })
          .where('id', '=', jobId)
          .returningAll()
          .executeTakeFirstOrThrow();
    const advanced = await advanceOpenJob(transact, patched, { secrets, contracts: config.contracts, now });
    return { job: await loadJob(transact, jobId, config.contracts), started: advanced.started };
  });
  if (started) context.dispatch.wake();
  context.wakeCallbacks();
  if (job === null) throw noSuchJob();
  return job;
}

type Columns = Partial<JobRow>;

const isEmpty = (columns: Columns): boolean => Object.keys(columns).length === 0;

/** Returns what a patch changes besides passwords: `always` until the job has ended, `open` only before it starts. */
function patchedColumns(
  patch: JobPatch,
  { allowedAddresses }: Pick<ServiceContext['config'], 'allowedAddresses'>,
): { always: Columns; open: Columns } {
  const truth = (column: 'process' | 'notify_status' | 'fail_on_input_error' | 'fail_on_conversion_error') => {
    const value = patch[column];
    return value === undefined ? {} : { [column]: value ? 1 : 0 };
  };
  return {
    always: {
      ...truth('notify_status'),
      ...(patch.callback !== undefined && { callback: checkedCallback(patch.callback, allowedAddresses) }),
    },
    open: {
      ...truth('process'),
      ...truth('fail_on_input_error'),
      ...truth('fail_on_conversion_error'),
    },
  };
}

/** Gives the outputs of a job its new passwords in place of the earlier ones; those of their conversions and their own stay. */
async function replacePasswords(
  transact: Transact,
  { id: jobId, download_passwords: earlier }: JobRow,
  passwords: readonly string[],
  secrets: Secrets,
): Promise<void> {
  const old = earlier === null ? [] : downloadPasswords.open(secrets, jobId, earlier);
  const outputs = await transact
    .selectFrom('outputs')
    .select(['id', 'download_passwords'])
    .where('job_id', '=', jobId)
    .execute();
  for (const { id, download_passwords: sealed } of outputs) {
    const own =
      sealed === null ? [] : downloadPasswords.open(secrets, id, sealed).filter((each) => !old.includes(each));
    const all = [...own, ...passwords];
    await transact
      .updateTable('outputs')
      .set({ download_passwords: all.length === 0 ? null : downloadPasswords.seal(secrets, id, all) })
      .where('id', '=', id)
      .execute();
  }
}

/** Owner of the listed jobs: all jobs of a key, or the one job of a token. */
export type Owner = { readonly keyId: string } | { readonly jobId: string };

/**
 * Lists jobs, newest first, and their total number.
 * @param status null for any; one that no job ever has finds none
 */
export async function listJobs(
  db: Database,
  owner: Owner,
  { status, offset, limit }: { status: string | null; offset: number; limit: number },
): Promise<JobList> {
  if (status !== null && !isJobStatus(status)) return NO_JOBS;
  const all = db.selectFrom('jobs').select(JOB_HEAD);
  const owned = 'keyId' in owner ? all.where('key_id', '=', owner.keyId) : all.where('id', '=', owner.jobId);
  const wanted = status === null ? owned : owned.where('status', '=', status);
  const jobs = await wanted.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).offset(offset).execute();
  // The job of the token, unless it is on an earlier page.
  if ('jobId' in owner)
    return {
      jobs,
      count: offset === 0 ? jobs.length : (await listJobs(db, owner, { status, offset: 0, limit })).count,
    };
  return { jobs, count: await countJobs(db, owner.keyId, status === null ? null : [status]) };
}

/** A page of jobs, and the number of jobs on all pages. */
export interface JobList {
  readonly jobs: readonly JobHead[];
  readonly count: number;
}

const NO_JOBS: JobList = { jobs: [], count: 0 };

const isJobStatus = (text: string): text is JobStatus => (JOB_STATUSES as readonly string[]).includes(text);

/** Returns the statuses that a job has had, oldest first. */
export function historyOf({ db }: Pick<ServiceContext, 'db'>, jobId: string): Promise<HistoryRow[]> {
  return db.selectFrom('history').selectAll().where('job_id', '=', jobId).orderBy('position').execute();
}
