import { classifyFailure } from '../../execution/failure.ts';
import { retry } from '../../execution/retry.ts';
import { ConversionError } from '../../task/errors.ts';
import { failedReport } from '../../task/failed-report.ts';
import type { Task } from '../../task/types.ts';
import type { TaskRow } from '../database/tables.ts';
import { taskOfRow } from '../tasks/task-of-row.ts';
import { storeChainedInputs } from './chained-inputs.ts';
import { type DispatchContext, takeReport } from './take-report.ts';

/**
 * Returns the message of a task. A task that cannot be read, as after a change of the service's key, fails.
 * @param signal ends the wait for an unreachable database or store; its reason is then thrown
 * @returns null if there is nothing to do
 */
export async function readTask(context: DispatchContext, row: TaskRow, signal: AbortSignal): Promise<Task | null> {
  const { db, secrets, log, config } = context;
  const { contracts } = config;
  const read = async () => {
    await storeChainedInputs(context, row);
    return db.transaction().execute((transact) => taskOfRow(transact, row, { secrets, contracts }));
  };
  try {
    const task = await retry(read, { signal });
    if (task !== null) return task;
    await failTask(context, row, new ConversionError('input_not_found', 'An input of the conversion was removed.'));
    return null;
  } catch (err) {
    if (signal.aborted || classifyFailure(err) !== 'reject') throw err;
    log.error({ err, task_id: row.id }, 'task could not be read');
    const message = 'The service cannot read the task: its key (SERVICE_SECRET) may have changed. Make the job again.';
    const error = err instanceof ConversionError ? err : new ConversionError('internal', message);
    await failTask(context, row, error);
    return null;
  }
}

/** Ends a task that cannot be run or sent. Throws errors of the database. */
export async function failTask(context: DispatchContext, row: TaskRow, error: ConversionError): Promise<void> {
  const report = failedReport({ id: row.id, job_id: row.job_id }, error);
  await takeReport(context, { ...report, attempt: row.attempt, sequence: row.sequence + 1 });
}
