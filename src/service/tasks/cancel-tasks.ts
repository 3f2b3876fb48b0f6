import { inOrder } from '../database/lock-order.ts';
import type { Transact } from '../database/open.ts';
import type { TaskRow } from '../database/tables.ts';

/** Ends tasks of a job that is about to end, in its transaction: they cost nothing. Who runs them is notified by the caller afterwards. */
export async function cancelTasks(transact: Transact, taskIds: readonly string[], now: number): Promise<void> {
  if (taskIds.length === 0) return;
  await transact
    .updateTable('tasks')
    .set({ state: 'canceled', modified_at: now })
    .where('id', 'in', inOrder(transact, taskIds))
    .execute();
  await transact.updateTable('credits').set({ amount: 0 }).where('task_id', 'in', taskIds).execute();
}

/** Whether a worker or the broker may have the task: the others only wait in the database. */
export const mayRun = ({ state, lease_owner }: Pick<TaskRow, 'state' | 'lease_owner'>): boolean =>
  state === 'sent' || state === 'processing' || lease_owner !== null;

/** Credits that the tasks of a job have cost so far; those under way count as one each. */
export async function spentOf(transact: Transact, jobId: string): Promise<number> {
  const { spent } = await transact
    .selectFrom('credits')
    .select(({ fn }) => fn.sum<number | string | null>('amount').as('spent'))
    .where('job_id', '=', jobId)
    .executeTakeFirstOrThrow();
  return Number(spent ?? 0);
}
