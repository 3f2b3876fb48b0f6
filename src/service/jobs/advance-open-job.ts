import { fromJson } from '../database/columns.ts';
import type { Transact } from '../database/open.ts';
import type { JobRow } from '../database/tables.ts';
import { inOrder } from '../documents/input-position.ts';
import type { Contracts } from '../keys/contracts.ts';
import { refuseBeyondContract } from '../keys/limits.ts';
import { openConversion } from '../secrets/sealed-columns.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { isOpen } from '../states.ts';
import { addTasks, startedWith, tasksOf } from '../tasks/add-tasks.ts';
import { moveJob } from './move-job.ts';

/**
 * Updates the status of a job that has not been started, by its inputs and conversions: incomplete, ready or, if it is to be processed,
 * queued with its tasks. Call it in the transaction of every change of them.
 *
 * @param job locked, as it is now
 * @returns the job, and whether tasks were made that the dispatch must be notified of
 * @throws ServiceError 402 or 429 if the contract does not let it start: the whole change is then undone
 */
export async function advanceOpenJob(
  transact: Transact,
  job: JobRow,
  { secrets, contracts, now }: { secrets: Secrets; contracts: Contracts; now: number },
): Promise<{ job: JobRow; started: boolean }> {
  if (!isOpen(job.status)) return { job, started: false };
  const inputs = await transact
    .selectFrom('inputs')
    .select(['id', 'status', 'position', 'options'])
    .where('job_id', '=', job.id)
    .execute();
  const conversions = await transact
    .selectFrom('conversions')
    .selectAll()
    .where('job_id', '=', job.id)
    .orderBy('position')
    .execute();
  const complete = inputs.length > 0 && conversions.length > 0 && inputs.every(({ status }) => status === 'ready');
  if (!complete || job.process === 0) {
    const moved = await moveJob(transact, job, complete ? 'ready' : 'incomplete', now);
    return { job: moved ?? job, started: false };
  }
  // Conversions that take the outputs of others follow when these have ended, each with one task at least.
  const first = conversions.filter(({ sources }) => fromJson(sources).length === 0);
  const tasks = await tasksOf(
    first.map((row) => openConversion(row, secrets)),
    inOrder(inputs).map(({ id }) => id),
  );
  await refuseBeyondContract(transact, job, tasks.length + conversions.length - first.length, { contracts, now });
  await addTasks(transact, job, tasks, { position: 0, now });
  const queued = await moveJob(transact, job, 'queued', now, startedWith(tasks.length));
  return { job: queued ?? job, started: true };
}
