import type { Transact } from '../database/open.ts';
import type { JobRow } from '../database/tables.ts';
import { type JobStatus, runningStatus } from '../states.ts';

/** Returns the status of a started job whose tasks have not all ended. The cost depends on the running tasks, not on all tasks. */
export async function statusByTasks(
  transact: Transact,
  { id, tasks_total, tasks_open }: Pick<JobRow, 'id' | 'tasks_total' | 'tasks_open'>,
): Promise<JobStatus> {
  if (tasks_open < tasks_total) return runningStatus({ hasEnded: true });
  const row = await transact
    .selectFrom('tasks')
    .select(({ fn }) => fn.max<number | null>('progress').as('furthest'))
    .where('job_id', '=', id)
    .where('state', '=', 'processing')
    .executeTakeFirst();
  return runningStatus({ hasEnded: false, furthest: row?.furthest ?? null });
}
