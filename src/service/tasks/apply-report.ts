import { creditsOf } from '../../plan/credits.ts';
import type { Receipt } from '../../receipt/schema.ts';
import type { OptionValues, OrderedReport, OutputRecord, ThreadReport } from '../../task/types.ts';
import { fromJson, toJson } from '../database/columns.ts';
import { isAnyOf } from '../database/dialect.ts';
import type { Transact } from '../database/open.ts';
import type { JobRow, TaskRow } from '../database/tables.ts';
import { startDeliveries } from '../deliveries/storages-of-job.ts';
import { newOutputId } from '../ids.ts';
import { type JobChanges, lockJob, moveJob } from '../jobs/move-job.ts';
import { downloadPasswords } from '../secrets/sealed-columns.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { isFinal, runningStatus, UNFINISHED } from '../states.ts';
import { OPEN_CREDITS } from './add-tasks.ts';
import { cancelTasks } from './cancel-tasks.ts';
import { reportForJob } from './chained-report.ts';
import { addIssues, endRetries } from './job-issues.ts';
import { addNextTasks, failedBehind } from './next-tasks.ts';

/** What the caller must do once the transaction is committed. */
export interface ReportEffects {
  /** Tasks to stop: they still run, but their job has ended. */
  readonly cancel: readonly string[];
  /** Locations of outputs to remove: they came after their task's end, as when it was canceled. */
  readonly unwanted: readonly string[];
  /** There are new tasks, of conversions that take the outputs of this one. */
  readonly added?: true;
  /** There are outputs to deliver. */
  readonly deliver?: true;
}

const NOTHING: ReportEffects = { cancel: [], unwanted: [] };

/** The last report of a task. */
export type FinalReport = OrderedReport & { readonly status: Exclude<OrderedReport['status'], 'processing'> };

export const isFinalReport = (report: OrderedReport): report is FinalReport => report.status !== 'processing';

/** Locks and returns the job of a task. @returns undefined if either is gone */
export async function lockJobOfTask(transact: Transact, taskId: string): Promise<JobRow | undefined> {
  const found = await transact.selectFrom('tasks').select('job_id').where('id', '=', taskId).executeTakeFirst();
  return found === undefined ? undefined : lockJob(transact, found.job_id);
}

/**
 * Applies the final report of a task to its job: once, however often it comes. The job's status, outputs, issues, credits, task counts and
 * callbacks change with it, in the caller's transaction, at a cost that does not grow with the tasks of the job.
 * @param job job of the task, locked
 */
export async function applyReport(
  transact: Transact,
  job: JobRow,
  report: FinalReport,
  { secrets, now }: { secrets: Secrets; now: number },
): Promise<ReportEffects> {
  const task = isFinal(job.status) ? null : await endTask(transact, job.id, report, now);
  if (task === null) return { ...NOTHING, unwanted: await unknownOutputs(transact, report) };
  const isCompleted = report.status === 'completed';
  const shown = await reportForJob(transact, report, task);
  if (isCompleted) await addOutputs(transact, job, task, shown.output, secrets, now);
  await saveInputs(transact, job.id, shown, now);
  await markFailedInputs(transact, job.id, shown, now);
  await addIssues(transact, job.id, shown);
  if (report.attempt > 1) await endRetries(transact, job.id, task.id);
  const counted: JobRow = {
    ...job,
    tasks_open: job.tasks_open - 1,
    tasks_completed: job.tasks_completed + (isCompleted ? 1 : 0),
    spent: job.spent + (await chargeTask(transact, job.id, task, report)),
  };
  if (isFailing(job, shown)) {
    await addIssues(transact, job.id, { errors: await failedBehind(transact, job.id, task.conversion_id) });
    return endOrGoOn(transact, job, counted, true, now);
  }
  const next = await addNextTasks(transact, job, task.conversion_id, { secrets, position: job.tasks_total, now });
  await addIssues(transact, job.id, { errors: next.errors });
  const isBroken = next.failed > 0 && job.fail_on_conversion_error === 1;
  const grown: JobRow = {
    ...counted,
    tasks_total: counted.tasks_total + next.added + next.failed,
    tasks_open: counted.tasks_open + next.added,
    spent: counted.spent + next.added * OPEN_CREDITS,
  };
  const effects = await endOrGoOn(transact, job, grown, isBroken, now);
  return { ...effects, ...(next.added > 0 && { added: true }) };
}

/** Ends a task by its only final report, which counts regardless of earlier ones. @returns null if the task has already ended */
async function endTask(transact: Transact, jobId: string, report: FinalReport, now: number): Promise<TaskRow | null> {
  const { task_id, status, progress, attempt, sequence, exec_time } = report;
  const task = await transact
    .updateTable('tasks')
    // The lease belongs to the dispatch, which renews it at the same time.
    .set({ state: status, progress, attempt, sequence, exec_ms: Math.round(exec_time * 1000), modified_at: now })
    .where('id', '=', task_id)
    .where('job_id', '=', jobId)
    .where('state', 'in', UNFINISHED)
    .returningAll()
    .executeTakeFirst();
  return task ?? null;
}

/** Returns outputs that are not stored. A repeat of the applied report has the same ones; others belong to nobody. */
async function unknownOutputs(transact: Transact, { task_id, output }: FinalReport): Promise<string[]> {
  if (output.length === 0) return [];
  const known = await transact.selectFrom('outputs').select('location').where('task_id', '=', task_id).execute();
  const locations = new Set(known.map(({ location }) => location));
  return output.flatMap(({ uri }) => (locations.has(uri) ? [] : [uri]));
}

/**
 * Adds outputs. The id of an output is part of its download link, and nothing else is needed to download. So it is 128 random bits that are
 * stored only here: the id in the report is derived from the names of the task and the file, which folders and logs show.
 */
async function addOutputs(
  transact: Transact,
  job: JobRow,
  task: TaskRow,
  records: readonly OutputRecord[],
  secrets: Secrets,
  now: number,
): Promise<void> {
  for (const [position, record] of records.entries()) {
    const id = newOutputId();
    const passwords = [
      ...(record.download_password ? [record.download_password] : []),
      ...(job.download_passwords === null ? [] : downloadPasswords.open(secrets, job.id, job.download_passwords)),
    ];
    await transact
      .insertInto('outputs')
      .values({
        id,
        job_id: job.id,
        task_id: task.id,
        conversion_id: task.conversion_id,
        input_ids: toJson(record.source.input),
        position,
        filename: record.filename,
        earlier_names: toJson([]),
        location: record.uri,
        size: record.size,
        content_type: record.content_type,
        checksum: record.checksum,
        metadata: toJson(record.metadata ?? {}),
        receipt: record.receipt === undefined ? null : toJson(receiptOf(record.receipt, id)),
        status: 'enabled',
        download_passwords: passwords.length === 0 ? null : downloadPasswords.seal(secrets, id, passwords),
        downloads_counter: 0,
        created_at: now,
        deleted_at: null,
      })
      .execute();
  }
}

/** Returns a receipt with the id of the output here. */
const receiptOf = (receipt: Receipt, id: string): Receipt => ({ ...receipt, output: { ...receipt.output, id } });

/** Saves what is known of inputs, given only as addresses, now that they were fetched. */
async function saveInputs(transact: Transact, jobId: string, { input }: ThreadReport, now: number): Promise<void> {
  for (const { id, filename, size, content_type, checksum = null, metadata } of input) {
    const own = metadata === undefined ? undefined : await metadataOf(transact, jobId, id);
    await transact
      .updateTable('inputs')
      .set(({ fn, val, ref }) => ({
        size: fn.coalesce(ref('size'), val(size)),
        hash: fn.coalesce(ref('hash'), val(checksum)),
        content_type: fn.coalesce(ref('content_type'), val(content_type)),
        filename: fn.coalesce(fn<string>('nullif', [ref('filename'), val('')]), val(filename)),
        ...(own !== undefined && { metadata: toJson({ ...metadata, ...own }) }),
        modified_at: now,
      }))
      .where('id', '=', id)
      .where('job_id', '=', jobId)
      .where(({ or, eb }) => or([eb('size', 'is', null), eb('hash', 'is', null)]))
      .execute();
  }
}

/** Returns what is known of an input, which counts before what a worker finds. */
async function metadataOf(transact: Transact, jobId: string, id: string): Promise<OptionValues | undefined> {
  const query = transact.selectFrom('inputs').select('metadata').where('id', '=', id).where('job_id', '=', jobId);
  const row = await query.executeTakeFirst();
  return row === undefined ? undefined : fromJson(row.metadata);
}

/**
 * Charges a task's credits, which are known at its end; a task without a result costs none, nor does a plan.
 * @returns by how much the job's change
 */
async function chargeTask(
  transact: Transact,
  jobId: string,
  task: TaskRow,
  { output }: Pick<ThreadReport, 'output'>,
): Promise<number> {
  const isPlan = output.some(({ metadata }) => metadata?.dry_run === true);
  const amount = task.state === 'completed' && !isPlan ? await creditsOfTask(transact, jobId, task) : 0;
  await transact.updateTable('credits').set({ amount }).where('task_id', '=', task.id).execute();
  return amount - OPEN_CREDITS;
}

async function creditsOfTask(transact: Transact, jobId: string, task: TaskRow): Promise<number> {
  const inputs = await transact
    .selectFrom('inputs')
    .select('size')
    .where('job_id', '=', jobId)
    .where(isAnyOf(transact, 'id', fromJson(task.input_ids)))
    .execute();
  const inputBytes = inputs.reduce((sum, { size }) => sum + (size ?? 0), 0);
  return creditsOf({ inputBytes, seconds: task.exec_ms / 1000 });
}

/** Marks the inputs that could not be fetched or read, so that clients see which. */
async function markFailedInputs(
  transact: Transact,
  jobId: string,
  { errors }: ThreadReport,
  now: number,
): Promise<void> {
  const ids = errors.flatMap(({ source, id_source: id }) => (source === 'input' && id !== null ? [id] : []));
  if (ids.length === 0) return;
  await transact
    .updateTable('inputs')
    .set({ status: 'failed', modified_at: now })
    .where('job_id', '=', jobId)
    .where(isAnyOf(transact, 'id', ids))
    .execute();
}

/** Whether the errors of a report end the whole job. */
function isFailing(job: JobRow, { status, errors }: ThreadReport): boolean {
  // A task may fail without an error.
  if (status !== 'completed' && errors.length === 0) return job.fail_on_conversion_error === 1;
  return errors.some((error) =>
    error.source === 'input' ? job.fail_on_input_error === 1 : job.fail_on_conversion_error === 1,
  );
}

/** @param job the job before the report @param counted the counts of its tasks now */
async function endOrGoOn(
  transact: Transact,
  job: JobRow,
  counted: JobRow,
  failing: boolean,
  now: number,
): Promise<ReportEffects> {
  const { tasks_total, tasks_open, tasks_completed, spent } = counted;
  const changes: JobChanges = { tasks_total, tasks_open, tasks_completed, spent };
  if (failing && tasks_open > 0) {
    const canceled = await cancelTasks(transact, counted, now);
    await moveJob(transact, job, 'failed', now, { ...changes, ...canceled.changes });
    return { ...NOTHING, cancel: canceled.running };
  }
  if (tasks_open > 0) {
    await moveJob(transact, job, runningStatus({ hasEnded: true }), now, changes);
    return NOTHING;
  }
  // Even if errors do not fail the job, it has failed if nothing came of it.
  const status = !failing && tasks_completed > 0 ? 'completed' : 'failed';
  const deliver = status === 'completed' && (await startDeliveries(transact, job.id, now));
  await moveJob(transact, job, deliver ? 'processing' : status, now, changes);
  return { ...NOTHING, ...(deliver && { deliver }) };
}
