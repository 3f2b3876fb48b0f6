import { randomUUID } from 'node:crypto';
import { mapYielding } from '../../util/yielding.ts';
import type { ServiceContext } from '../context.ts';
import { newConversions, unreadOfConversions } from '../conversions/conversions.ts';
import { fromJson } from '../database/columns.ts';
import type {
  ApiKeyRow,
  CallbackRow,
  ConversionRow,
  HistoryRow,
  InputRow,
  JobIssueRow,
  JobRow,
  OutputTargetRow,
  TaskRow,
} from '../database/tables.ts';
import { inOrder } from '../documents/input-position.ts';
import { JobBody } from '../documents/schemas.ts';
import { unreadFields } from '../documents/unread-fields.ts';
import { newInput, unreadOfInputs } from '../inputs/inputs.ts';
import type { PreparedInput } from '../inputs/prepare-inputs.ts';
import { downloadPasswords, openConversion } from '../secrets/sealed-columns.ts';
import { hashCredential, type Secrets } from '../secrets/secrets.ts';
import type { JobStatus } from '../states.ts';
import { newTask, startedWith, tasksOf } from '../tasks/add-tasks.ts';
import { newWarnings } from '../tasks/job-issues.ts';
import { newCallback } from '../webhooks/add-callback.ts';
import { checkedCallback } from '../webhooks/callback-url.ts';
import { type IdempotentRequest, idempotencyColumns } from './idempotency.ts';
import { newHistory } from './move-job.ts';

/** How to make a job. */
export interface JobRequest {
  readonly statusFormat: JobRow['status_format'];
  /** The configured header prefix that the client uses, lower case. Null for ours. */
  readonly alias: string | null;
  readonly idempotent: IdempotentRequest | null;
  /** Base of the links in the answer, and later in callbacks. */
  readonly baseUrl: string;
}

/** All rows of a job that is about to be inserted. */
export interface NewJob {
  readonly job: JobRow;
  readonly idempotent: IdempotentRequest | null;
  readonly history: readonly HistoryRow[];
  readonly inputs: readonly InputRow[];
  readonly conversions: readonly ConversionRow[];
  readonly targets: readonly OutputTargetRow[];
  /** Tasks of a job that starts at once. */
  readonly tasks: readonly TaskRow[];
  /** Credits that it needs to start: one for each task, and for each conversion that waits for another. */
  readonly needed: number;
  readonly callbacks: readonly CallbackRow[];
  readonly warnings: readonly JobIssueRow[];
}

/**
 * Makes the rows of a job from a body. It starts if nothing is missing, unless it is to wait for a PATCH.
 * @throws ServiceError 400; ConversionErrors for conversions that the catalog refuses
 */
export async function newJob(
  context: ServiceContext,
  key: Pick<ApiKeyRow, 'id'>,
  body: JobBody,
  prepared: readonly PreparedInput[],
  request: JobRequest,
): Promise<NewJob> {
  const { secrets } = context;
  const made = newRow(context, key, body, request);
  const { id: jobId, created_at: now } = made;
  const inputs = prepared.map((input, position) => newInput(context, { jobId, position, ...input }));
  const place = { job: made, position: 0, present: [] };
  const full = await newConversions(context.db, context, place, body.conversion ?? []);
  const conversions = full.map(({ row }) => row);
  const complete = inputs.length > 0 && conversions.length > 0 && inputs.every(({ status }) => status === 'ready');
  const starts = complete && made.process === 1;
  // Conversions that take the outputs of others follow when these have ended, each with one task at least.
  const first = conversions.filter(({ sources }) => fromJson(sources).length === 0);
  const planned = starts
    ? await tasksOf(
        first.map((row) => openConversion(row, secrets)),
        inOrder(inputs).map(({ id }) => id),
      )
    : [];
  const tasks = await mapYielding(planned, (task, position) => newTask(made, task, { position, now }));
  const status = starts ? 'queued' : complete ? 'ready' : 'incomplete';
  const job = { ...made, ...startedWith(tasks.length), status } as const;
  const statuses: readonly JobStatus[] = status === 'incomplete' ? [status] : ['incomplete', status];
  const callback = status === 'incomplete' ? null : newCallback(job, status, { position: 0, now });
  return {
    job,
    idempotent: request.idempotent,
    history: statuses.map((each, position) => newHistory(jobId, each, { position, now })),
    inputs,
    conversions,
    targets: full.flatMap(({ targets }) => targets),
    tasks,
    needed: tasks.length + conversions.length - first.length,
    callbacks: callback === null ? [] : [callback],
    warnings: newWarnings(jobId, [
      ...unreadFields(body, JobBody, { source: 'task', id_source: null, name: 'the job' }),
      ...unreadOfInputs(prepared),
      ...unreadOfConversions(body.conversion ?? [], conversions),
    ]),
  };
}

function newRow(context: ServiceContext, key: Pick<ApiKeyRow, 'id'>, body: JobBody, request: JobRequest): JobRow {
  const { secrets, config } = context;
  const id = randomUUID();
  const now = context.now();
  return {
    id,
    key_id: key.id,
    token_hash: hashCredential(secrets.jobToken(id)),
    status: 'incomplete',
    process: (body.process ?? config.processDefault) ? 1 : 0,
    callback: checkedCallback(body.callback, config.allowedAddresses),
    notify_status: body.notify_status === true ? 1 : 0,
    status_format: request.statusFormat,
    header_alias: request.alias,
    fail_on_input_error: body.fail_on_input_error === false ? 0 : 1,
    fail_on_conversion_error: body.fail_on_conversion_error === false ? 0 : 1,
    download_passwords: sealPasswords(body.download_passwords ?? [], id, secrets),
    base_url: request.baseUrl,
    version: 0,
    files_gone: 0,
    ...startedWith(0),
    ...idempotencyColumns(id, request.idempotent, context),
    created_at: now,
    modified_at: now,
    retention_ms: config.retentionMs,
    expires_at: now + config.retentionMs,
  };
}

/** Seals download passwords for a job's row. */
export const sealPasswords = (
  passwords: readonly string[],
  jobId: string,
  secrets: Secrets,
): JobRow['download_passwords'] => (passwords.length === 0 ? null : downloadPasswords.seal(secrets, jobId, passwords));
