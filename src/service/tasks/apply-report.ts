import type { OrderedReport, OutputRecord, ThreadReport } from '../../task/types.ts';
import { fromJson, toJson } from '../database/columns.ts';
import type { Transact } from '../database/open.ts';
import type { JobRow, TaskRow } from '../database/tables.ts';
import { startDeliveries } from '../deliveries/storages-of-job.ts';
import { newOutputId } from '../ids.ts';
import { lockJob, moveJob } from '../jobs/move-job.ts';
import { creditsOf } from '../keys/contracts.ts';
import { downloadPasswords } from '../secrets/sealed-columns.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { isFinal, isTaskFinal, runningStatus, type TaskState } from '../states.ts';
import { cancelTasks, mayRun, spentOf } from './cancel-tasks.ts';
import { reportForJob } from './chained-report.ts';
import { addErrors, appendDistinct, jobWarning } from './job-issues.ts';
import { addNextTasks, failedBehind } from './next-tasks.ts';

/** What the caller has to do once the transaction is committed. */
export interface ReportEffects {
  /** Tasks that still run and whose job has ended: to be stopped. */
  readonly cancel: readonly string[];
  /** Locations of outputs that came after their task's end, as when it was canceled: to be removed. */
  readonly unwanted: readonly string[];
  /** There are new tasks, of conversions that take what this one has made. */
  readonly added?: true;
  /** Outputs are to be delivered. */
  readonly deliver?: true;
}

const NOTHING: ReportEffects = { cancel: [], unwanted: [] };

/**
 * Takes a report of a task into the job: once, in any order, however often it comes. The job's status, outputs, errors,
 * credits and callbacks change with it, in the caller's transaction.
 */
export async function applyReport(
  transact: Transact,
  report: OrderedReport,
  { secrets, now }: { secrets: Secrets; now: number },
): Promise<ReportEffects> {
  const found = await transact.selectFrom('tasks').select('job_id').where('id', '=', report.task_id).executeTakeFirst();
  const job = found === undefined ? undefined : await lockJob(transact, found.job_id);
  if (job === undefined) return NOTHING;
  const tasks = await transact
    .selectFrom('tasks')
    .selectAll()
    .where('job_id', '=', job.id)
    .orderBy('position')
    .execute();
  const task = tasks.find(({ id }) => id === report.task_id);
  if (task === undefined) return NOTHING;
  // The repeat of a report that was taken brings the same outputs; after any other end nobody knows of them.
  if (isTaskFinal(task.state)) return task.state === 'completed' ? NOTHING : unwanted(report);
  if (isOlder(report, task)) return NOTHING;

  const changed: TaskRow = {
    ...task,
    state: report.status,
    progress: report.progress,
    attempt: report.attempt,
    sequence: report.sequence,
    exec_ms: Math.round(report.exec_time * 1000),
    modified_at: now,
  };
  await saveTask(transact, changed);
  // Canceled while the last report was on its way: what it brings is not wanted any more.
  if (isFinal(job.status)) return unwanted(report);
  const all = tasks.map((each) => (each.id === task.id ? changed : each));
  if (!isTaskFinal(changed.state)) {
    await moveJob(transact, job.id, runningStatus(all), now);
    return NOTHING;
  }
  const shown = await reportForJob(transact, report, task);
  if (report.status === 'completed') await addOutputs(transact, job, task, shown.output, secrets, now);
  await saveInputs(transact, job.id, shown, now);
  await chargeTask(transact, job, changed, now);
  await markFailedInputs(transact, job.id, shown, now);
  const failing = addIssues(job, shown);
  if (failing) {
    job.errors = addErrors(job, await failedBehind(transact, job.id, task.conversion_id));
    return endOrGoOn(transact, job, all, true, now);
  }
  const next = await addNextTasks(transact, job, all, { secrets, now });
  job.errors = addErrors(job, next.errors);
  const isBroken = next.errors.length > 0 && job.fail_on_conversion_error === 1;
  const effects = await endOrGoOn(transact, job, next.tasks, isBroken, now);
  const added = next.tasks.some(({ state }, index) => index >= all.length && state === 'waiting');
  return { ...effects, ...(added && { added }) };
}

const unwanted = ({ output }: ThreadReport): ReportEffects => ({
  ...NOTHING,
  unwanted: output.map(({ uri }) => uri),
});

/** Whether something was heard of the task that came after this report. */
function isOlder(report: OrderedReport, task: TaskRow): boolean {
  // A final report counts whatever was heard before: there is only one.
  if (isTaskFinal(report.status)) return false;
  if (report.attempt !== task.attempt) return report.attempt < task.attempt;
  return report.sequence <= task.sequence;
}

/** The lease is the dispatch's, which renews it beside this. */
async function saveTask(transact: Transact, task: TaskRow): Promise<void> {
  const { id, state, progress, attempt, sequence, exec_ms, modified_at } = task;
  await transact
    .updateTable('tasks')
    .set({ state, progress, attempt, sequence, exec_ms, modified_at })
    .where('id', '=', id)
    .execute();
}

/**
 * The id of an output is part of its download link, which is all that a download needs. So it is 128 random bits that are kept here
 * alone: the id of the report follows from the names of the task and the file, which folders and logs show.
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
        status: 'enabled',
        download_passwords: passwords.length === 0 ? null : downloadPasswords.seal(secrets, id, passwords),
        downloads_counter: 0,
        created_at: now,
        deleted_at: null,
      })
      .execute();
  }
}

/** What the client only gave an address of is known now that it was fetched. */
async function saveInputs(transact: Transact, jobId: string, { input }: ThreadReport, now: number): Promise<void> {
  for (const { id, filename, size, content_type, checksum = null } of input) {
    await transact
      .updateTable('inputs')
      .set(({ fn, val, ref }) => ({
        size: fn.coalesce(ref('size'), val(size)),
        hash: fn.coalesce(ref('hash'), val(checksum)),
        content_type: fn.coalesce(ref('content_type'), val(content_type)),
        filename: fn.coalesce(fn<string>('nullif', [ref('filename'), val('')]), val(filename)),
        modified_at: now,
      }))
      .where('id', '=', id)
      .where('job_id', '=', jobId)
      .where(({ or, eb }) => or([eb('size', 'is', null), eb('hash', 'is', null)]))
      .execute();
  }
}

/** The credits of a task are known at its end; a task without a result costs none. */
async function chargeTask(transact: Transact, job: JobRow, task: TaskRow, now: number): Promise<void> {
  const inputs = await transact
    .selectFrom('inputs')
    .select('size')
    .where('job_id', '=', job.id)
    .where('id', 'in', fromJson(task.input_ids))
    .execute();
  const inputBytes = inputs.reduce((sum, { size }) => sum + (size ?? 0), 0);
  const amount = task.state === 'completed' ? creditsOf({ inputBytes, seconds: task.exec_ms / 1000 }) : 0;
  await transact.updateTable('credits').set({ amount }).where('task_id', '=', task.id).execute();
  const spent = await spentOf(transact, job.id);
  await transact.updateTable('jobs').set({ spent, modified_at: now }).where('id', '=', job.id).execute();
}

/** Whoever looks at the inputs sees which of them could not be fetched or read. */
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
    .where('id', 'in', ids)
    .execute();
}

/** Adds the report's errors and warnings to the job's lists. @returns whether its errors end the whole job */
function addIssues(job: JobRow, report: ThreadReport): boolean {
  const { errors } = report;
  job.errors = addErrors(job, errors);
  job.warnings = appendDistinct(job.warnings, report.warnings.map(jobWarning));
  // A task that failed without an error has still failed.
  if (report.status !== 'completed' && errors.length === 0) return job.fail_on_conversion_error === 1;
  return errors.some((error) =>
    error.source === 'input' ? job.fail_on_input_error === 1 : job.fail_on_conversion_error === 1,
  );
}

async function endOrGoOn(
  transact: Transact,
  job: JobRow,
  tasks: readonly TaskRow[],
  failing: boolean,
  now: number,
): Promise<ReportEffects> {
  const issues = { errors: job.errors, warnings: job.warnings };
  const open = tasks.filter(({ state }) => !isTaskFinal(state));
  if (failing && open.length > 0) {
    const ids = open.map(({ id }) => id);
    await cancelTasks(transact, ids, now);
    await moveJob(transact, job.id, 'failed', now, { ...issues, spent: await spentOf(transact, job.id) });
    return { ...NOTHING, cancel: open.filter(mayRun).map(({ id }) => id) };
  }
  if (open.length > 0) {
    await moveJob(transact, job.id, runningStatus(tasks), now, issues);
    return NOTHING;
  }
  const status = finalStatus(tasks, failing);
  if (status === 'completed' && (await startDeliveries(transact, job.id, now))) {
    await moveJob(transact, job.id, 'processing', now, issues);
    return { ...NOTHING, deliver: true };
  }
  await moveJob(transact, job.id, status, now, issues);
  return NOTHING;
}

/** Where errors do not fail the job as such, it has still failed when nothing came of it. */
function finalStatus(tasks: readonly { state: TaskState }[], failing: boolean): 'completed' | 'failed' {
  return !failing && tasks.some(({ state }) => state === 'completed') ? 'completed' : 'failed';
}
