import type { ConversionError } from './errors.ts';
import type { Task, ThreadReport } from './types.ts';

/** Returns the final report of a task that failed outside its conversion. */
export function failedReport(task: Pick<Task, 'id' | 'job_id'>, ...errors: readonly ConversionError[]): ThreadReport {
  return {
    task_id: task.id,
    job_id: task.job_id,
    status: 'failed',
    progress: 0,
    input: [],
    output: [],
    warnings: [],
    errors: errors.map((error) => error.toIssue()),
    exec_time: 0,
  };
}
