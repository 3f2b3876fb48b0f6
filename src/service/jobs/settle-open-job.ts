import { randomUUID } from 'node:crypto';
import { loadEngine } from '../../runner/engines.ts';
import { toJson } from '../database/columns.ts';
import type { Transact } from '../database/open.ts';
import type { JobRow } from '../database/tables.ts';
import type { Contracts } from '../keys/contracts.ts';
import { refuseBeyondContract } from '../keys/limits.ts';
import type { OpenConversion } from '../secrets/sealed-columns.ts';
import { openConversion } from '../secrets/sealed-columns.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { isOpen } from '../states.ts';
import { planTasks } from '../tasks/plan.ts';
import { lockJob, moveJob } from './move-job.ts';

/**
 * Brings a job that has not been started to where its inputs and conversions put it: incomplete, ready, or, where it is to be
 * processed, queued with its tasks. To be called in the transaction of every change of them.
 *
 * @returns the job, and whether tasks were made that the dispatch must be notified of
 * @throws ServiceError 402 or 429 where the contract does not let it start: the whole change is then undone
 */
export async function settleOpenJob(
  transact: Transact,
  jobId: string,
  { secrets, contracts, now }: { secrets: Secrets; contracts: Contracts; now: number },
): Promise<{ job: JobRow; started: boolean }> {
  const job = await lockJob(transact, jobId);
  if (job === undefined) throw new Error(`no job ${jobId}`);
  if (!isOpen(job.status)) return { job, started: false };
  const inputs = await transact
    .selectFrom('inputs')
    .select(['id', 'status'])
    .where('job_id', '=', jobId)
    .orderBy('position')
    .execute();
  const conversions = await transact
    .selectFrom('conversions')
    .selectAll()
    .where('job_id', '=', jobId)
    .orderBy('position')
    .execute();
  const complete = inputs.length > 0 && conversions.length > 0 && inputs.every(({ status }) => status === 'ready');
  if (!complete || job.process === 0) {
    const settled = await moveJob(transact, jobId, complete ? 'ready' : 'incomplete', now);
    return { job: settled ?? job, started: false };
  }
  const opened = conversions.map((row) => openConversion(row, secrets));
  const combining = await combiningConversions(opened);
  const tasks = planTasks(
    opened,
    inputs.map(({ id }) => id),
    ({ id }) => combining.has(id),
  );
  await refuseBeyondContract(transact, job, tasks.length, { contracts, now });
  for (const [index, task] of tasks.entries()) {
    const id = randomUUID();
    await transact
      .insertInto('tasks')
      .values({
        id,
        job_id: jobId,
        conversion_id: task.conversionId,
        input_ids: toJson(task.inputIds),
        state: 'waiting',
        progress: 0,
        attempt: 0,
        sequence: 0,
        exec_ms: 0,
        lease_owner: null,
        lease_until: 0,
        position: index,
        created_at: now,
        modified_at: now,
      })
      .execute();
    await transact
      .insertInto('credits')
      .values({ task_id: id, key_id: job.key_id, job_id: jobId, amount: 1, created_at: now })
      .execute();
  }
  const queued = await moveJob(transact, jobId, 'queued', now, { spent: tasks.length });
  return { job: queued ?? job, started: true };
}

async function combiningConversions(conversions: readonly OpenConversion[]): Promise<Set<string>> {
  const combining = new Set<string>();
  for (const { id, category, target, options } of conversions) {
    if ((await loadEngine(category)).combinesInputs({ target, options })) combining.add(id);
  }
  return combining;
}
