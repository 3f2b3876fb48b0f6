import { randomUUID } from 'node:crypto';
import { loadEngine } from '../../runner/engines.ts';
import { currentTraceparent } from '../../util/trace.ts';
import { mapYielding } from '../../util/yielding.ts';
import { toJson } from '../database/columns.ts';
import { insertRows } from '../database/insert-rows.ts';
import type { Transact } from '../database/open.ts';
import type { CreditRow, JobRow, TaskRow } from '../database/tables.ts';
import type { OpenConversion } from '../secrets/sealed-columns.ts';
import { laneOf } from './lane.ts';
import { type PlannedTask, planTasks } from './plan.ts';

/** Makes the tasks of conversions over these inputs, as their engines combine them. */
export async function tasksOf(
  conversions: readonly OpenConversion[],
  inputIds: readonly string[],
): Promise<PlannedTask[]> {
  const combining = new Set<string>();
  for (const { id, category, target, options } of conversions) {
    if ((await loadEngine(category)).combinesInputs({ target, options })) combining.add(id);
  }
  return planTasks(conversions, inputIds, ({ id }) => combining.has(id));
}

/**
 * Adds tasks to a job, each with its credits, after the existing ones; the caller counts them in the job.
 * @param position position of the first one
 */
export async function addTasks(
  transact: Transact,
  job: Pick<JobRow, 'id' | 'key_id'>,
  tasks: readonly PlannedTask[],
  { position, now }: { position: number; now: number },
): Promise<void> {
  const rows = await mapYielding(tasks, (task, index) => newTask(job, task, { position: position + index, now }));
  await insertRows(transact, 'tasks', rows);
  await insertRows(transact, 'credits', rows.map(newCredit));
}

/** Returns the columns of a job that starts with so many tasks. */
export const startedWith = (tasks: number) => ({
  tasks_total: tasks,
  tasks_open: tasks,
  tasks_completed: 0,
  spent: tasks * OPEN_CREDITS,
});

/** Credits of a task until it has ended. */
export const OPEN_CREDITS = 1;

/** Returns the credits of a new task. */
export const newCredit = ({ id, key_id, job_id, created_at }: TaskRow): CreditRow => ({
  task_id: id,
  key_id,
  job_id,
  amount: OPEN_CREDITS,
  created_at,
});

/** Returns a waiting task. */
export const newTask = (
  job: Pick<JobRow, 'id' | 'key_id'>,
  { conversionId, category, inputIds }: PlannedTask,
  { position, now }: { position: number; now: number },
): TaskRow => ({
  id: randomUUID(),
  job_id: job.id,
  key_id: job.key_id,
  conversion_id: conversionId,
  lane: laneOf(job.key_id, category),
  input_ids: toJson(inputIds),
  state: 'waiting',
  progress: 0,
  attempt: 0,
  losses: 0,
  retries: 0,
  sequence: 0,
  traceparent: currentTraceparent(),
  exec_ms: 0,
  lease_owner: null,
  lease_until: 0,
  position,
  created_at: now,
  modified_at: now,
});
