import { isAnyOf, isPostgres } from '../database/dialect.ts';
import { inOrder } from '../database/lock-order.ts';
import type { Transact } from '../database/open.ts';
import type { JobRow, TaskRow } from '../database/tables.ts';
import { UNFINISHED } from '../states.ts';
import { OPEN_CREDITS } from './add-tasks.ts';

/** Number of tasks in one answer of SQLite, which arrives as one message and is read at once. A job can have 100,000. */
const TASKS_AT_ONCE = 512;

export interface CanceledTasks {
  /** Ids of tasks that a worker or the broker may have; the caller notifies them afterwards. */
  readonly running: readonly string[];
  /** Columns of the job that change with them. */
  readonly changes: Pick<JobRow, 'tasks_open' | 'spent'>;
}

/** Ends all open tasks of a job about to end, at no cost, in its transaction. @param job locked, with its counts as they are now */
export async function cancelTasks(
  transact: Transact,
  job: Pick<JobRow, 'id' | 'spent'>,
  now: number,
): Promise<CanceledTasks> {
  const running: string[] = [];
  let count = 0;
  for (let open = await openTasks(transact, job.id); open.length > 0; open = await openTasks(transact, job.id)) {
    const ids = open.map(({ id }) => id);
    await transact
      .updateTable('tasks')
      .set({ state: 'canceled', modified_at: now })
      .where('id', 'in', inOrder(transact, ids))
      .execute();
    await transact
      .updateTable('credits')
      .set({ amount: 0 })
      .where(isAnyOf(transact, 'task_id', ids))
      .execute();
    for (const task of open) if (mayRun(task)) running.push(task.id);
    count += ids.length;
  }
  return { running, changes: { tasks_open: 0, spent: job.spent - count * OPEN_CREDITS } };
}

/** Selects all with PostgreSQL: it locks them in one order. */
const openTasks = (transact: Transact, jobId: string): Promise<Pick<TaskRow, 'id' | 'state' | 'lease_owner'>[]> =>
  transact
    .selectFrom('tasks')
    .select(['id', 'state', 'lease_owner'])
    .where('job_id', '=', jobId)
    .where('state', 'in', UNFINISHED)
    .$if(!isPostgres(transact), (query) => query.limit(TASKS_AT_ONCE))
    .execute();

/** Whether a worker or the broker may have the task: all others only wait in the database. */
const mayRun = ({ state, lease_owner }: Pick<TaskRow, 'state' | 'lease_owner'>): boolean =>
  state === 'sent' || state === 'processing' || lease_owner !== null;
