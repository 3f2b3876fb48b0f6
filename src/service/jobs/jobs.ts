import { randomUUID } from 'node:crypto';
import type { ServiceContext } from '../context.ts';
import { insertConversions } from '../conversions/conversions.ts';
import { toJson } from '../database/columns.ts';
import type { ApiKeyRow, HistoryRow, JobRow } from '../database/tables.ts';
import type { FullJob } from '../documents/from-rows.ts';
import type { JobBody, JobPatch } from '../documents/schemas.ts';
import { noSuchJob } from '../errors.ts';
import { insertInput, refuseInputsBeyondContract } from '../inputs/inputs.ts';
import { type PreparedInput, type PreparedInputs, prepareInputs } from '../inputs/prepare-inputs.ts';
import { refuseOpenJobBeyondContract } from '../keys/limits.ts';
import { downloadPasswords } from '../secrets/sealed-columns.ts';
import { hashCredential, type Secrets } from '../secrets/secrets.ts';
import { isFinal, isOpen, JOB_STATUSES, type JobStatus } from '../states.ts';
import { checkedCallback } from '../webhooks/callback-url.ts';
import { notAllowed } from './change-open-job.ts';
import { type IdempotentRequest, idempotencyColumns, madeBefore } from './idempotency.ts';
import { loadJob, loadJobs } from './load-job.ts';
import { addHistory, lockJob } from './move-job.ts';
import { settleOpenJob } from './settle-open-job.ts';

/** How a job is to be made. */
export interface JobRequest {
  readonly statusFormat: JobRow['status_format'];
  /** The configured header prefix that the client uses, lower case; null: ours. */
  readonly alias: string | null;
  readonly idempotent: IdempotentRequest | null;
  /** Base of the links in the answer, and later in callbacks. */
  readonly baseUrl: string;
}

/**
 * Makes a job with what the body brings, and starts it where it says so and nothing is missing. All of it or nothing. A request
 * that may come again makes one job, however often it comes, even at once.
 *
 * @returns the job, and whether an earlier request had made it
 * @throws ServiceError 400, 402, 409, 429; ConversionErrors for conversions that the catalog refuses
 */
export async function createJob(
  context: ServiceContext,
  key: ApiKeyRow,
  body: JobBody,
  request: JobRequest,
): Promise<{ job: FullJob; replayed: boolean }> {
  return createPreparedJob(context, key, body, await prepareInputs(context, key.id, body.input ?? []), request);
}

/** The same with inputs that are in the store already, instead of those of the body; they are discarded where the job is not made. */
export async function createPreparedJob(
  context: ServiceContext,
  key: ApiKeyRow,
  body: JobBody,
  prepared: PreparedInputs,
  request: JobRequest,
): Promise<{ job: FullJob; replayed: boolean }> {
  try {
    const row = newJob(context, key, body, request);
    const made = await insertJob(context, row, body, prepared.inputs, request.idempotent);
    if (made.replayed) await prepared.discard();
    return made;
  } catch (error) {
    await prepared.discard();
    throw error;
  }
}

async function insertJob(
  context: ServiceContext,
  row: JobRow,
  body: JobBody,
  inputs: readonly PreparedInput[],
  idempotent: IdempotentRequest | null,
): Promise<{ job: FullJob; replayed: boolean }> {
  const { db, secrets, config } = context;
  const now = context.now();
  const { job, started, replayed } = await db.transaction().execute(async (transact) => {
    // Waits for another request with this Idempotency-Key to end, so that there is one job or none afterwards.
    const inserted = await transact
      .insertInto('jobs')
      .values(row)
      .onConflict((conflict) => conflict.columns(['key_id', 'idempotency_key']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (inserted === undefined && idempotent !== null) {
      const earlier = await madeBefore(transact, row.key_id, idempotent, context);
      return { job: await loadJob(transact, earlier.id, config.contracts), started: false, replayed: true };
    }
    await addHistory(transact, row.id, row.status, now);
    for (const input of inputs) await insertInput(transact, context, { jobId: row.id, ...input });
    await refuseInputsBeyondContract(transact, context, row);
    await insertConversions(transact, context, row.id, body.conversion ?? []);
    const settled = await settleOpenJob(transact, row.id, { secrets, contracts: config.contracts, now });
    await refuseOpenJobBeyondContract(transact, settled.job, config.contracts);
    return { job: await loadJob(transact, row.id, config.contracts), started: settled.started, replayed: false };
  });
  if (started) context.dispatch.wake();
  context.wakeCallbacks();
  if (job === null) throw new Error(`job ${row.id} vanished`);
  return { job, replayed };
}

function newJob(context: ServiceContext, key: ApiKeyRow, body: JobBody, request: JobRequest): JobRow {
  const { secrets, config } = context;
  const id = randomUUID();
  const now = context.now();
  return {
    id,
    key_id: key.id,
    token_hash: hashCredential(secrets.jobToken(id)),
    status: 'incomplete',
    process: body.process === true ? 1 : 0,
    callback: checkedCallback(body.callback),
    notify_status: body.notify_status === true ? 1 : 0,
    status_format: request.statusFormat,
    header_alias: request.alias,
    fail_on_input_error: body.fail_on_input_error === false ? 0 : 1,
    fail_on_conversion_error: body.fail_on_conversion_error === false ? 0 : 1,
    download_passwords: sealPasswords(body.download_passwords ?? [], id, secrets),
    errors: toJson([]),
    warnings: toJson([]),
    base_url: request.baseUrl,
    spent: 0,
    ...idempotencyColumns(id, request.idempotent, context),
    created_at: now,
    modified_at: now,
    retention_ms: config.retentionMs,
    expires_at: now + config.retentionMs,
  };
}

/**
 * Changes the settings of a job, and starts it where the patch says `process: true` and nothing is missing; else it starts when
 * nothing is missing any more. `callback` and `notify_status` may be changed until the job ends, all else until it starts.
 *
 * @throws ServiceError 400, 402, 404, 409, 429
 */
export async function patchJob(context: ServiceContext, jobId: string, patch: JobPatch): Promise<FullJob> {
  const { db, secrets, config } = context;
  const now = context.now();
  const { job, started } = await db.transaction().execute(async (transact) => {
    const row = await lockJob(transact, jobId);
    if (row === undefined) throw noSuchJob();
    const { always, open } = patchedColumns(jobId, patch, secrets);
    const allowed = isOpen(row.status) || (isEmpty(open) && (!isFinal(row.status) || isEmpty(always)));
    if (!allowed) throw notAllowed(row.status);
    const values = { ...always, ...open };
    if (!isEmpty(values)) {
      await transact
        .updateTable('jobs')
        .set({ ...values, modified_at: now })
        .where('id', '=', jobId)
        .execute();
    }
    const settled = await settleOpenJob(transact, jobId, { secrets, contracts: config.contracts, now });
    return { job: await loadJob(transact, jobId, config.contracts), started: settled.started };
  });
  if (started) context.dispatch.wake();
  context.wakeCallbacks();
  if (job === null) throw noSuchJob();
  return job;
}

type Columns = Partial<JobRow>;

const isEmpty = (columns: Columns): boolean => Object.keys(columns).length === 0;

/** What a patch changes: `always` as long as the job has not ended, `open` only before it starts. */
function patchedColumns(jobId: string, patch: JobPatch, secrets: Secrets): { always: Columns; open: Columns } {
  const truth = (column: 'process' | 'notify_status' | 'fail_on_input_error' | 'fail_on_conversion_error') => {
    const value = patch[column];
    return value === undefined ? {} : { [column]: value ? 1 : 0 };
  };
  return {
    always: {
      ...truth('notify_status'),
      ...(patch.callback !== undefined && { callback: checkedCallback(patch.callback) }),
    },
    open: {
      ...truth('process'),
      ...truth('fail_on_input_error'),
      ...truth('fail_on_conversion_error'),
      ...(patch.download_passwords && {
        download_passwords: sealPasswords(patch.download_passwords, jobId, secrets),
      }),
    },
  };
}

const sealPasswords = (passwords: readonly string[], jobId: string, secrets: Secrets): JobRow['download_passwords'] =>
  passwords.length === 0 ? null : downloadPasswords.seal(secrets, jobId, passwords);

/** Whose jobs are listed: all of a key, or the one of a token. */
export type Owner = { readonly keyId: string } | { readonly jobId: string };

/**
 * Jobs, newest first, and how many there are in all.
 * @param status null for any; one that no job ever has finds none
 */
export async function listJobs(
  { db, config }: ServiceContext,
  owner: Owner,
  { status, offset, limit }: { status: string | null; offset: number; limit: number },
): Promise<{ jobs: FullJob[]; count: number }> {
  if (status !== null && !isJobStatus(status)) return { jobs: [], count: 0 };
  const all = db.selectFrom('jobs');
  const owned = 'keyId' in owner ? all.where('key_id', '=', owner.keyId) : all.where('id', '=', owner.jobId);
  const wanted = status === null ? owned : owned.where('status', '=', status);
  const { count } = await wanted
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow();
  const rows = await wanted
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return { jobs: await loadJobs(db, rows, config.contracts), count: Number(count) };
}

const isJobStatus = (text: string): text is JobStatus => (JOB_STATUSES as readonly string[]).includes(text);

/** The statuses that a job has had, oldest first. */
export function historyOf({ db }: Pick<ServiceContext, 'db'>, jobId: string): Promise<HistoryRow[]> {
  return db.selectFrom('history').selectAll().where('job_id', '=', jobId).orderBy('position').execute();
}
