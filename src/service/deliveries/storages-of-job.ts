import { sql } from 'kysely';
import type { Transact } from '../database/open.ts';
import type { OutputTargetStatus } from '../database/tables.ts';

/**
 * Closes the storages of a job that ends: deliveries that have not ended fail, and credentials are deleted. Call it in the transaction that
 * ends the job.
 */
export async function closeStorages(transact: Transact, jobId: string, now: number): Promise<void> {
  await transact
    .updateTable('output_targets')
    .set((row) => ({
      status: row
        .case()
        .when('status', '=', 'completed')
        .then(sql<OutputTargetStatus>`'completed'`)
        .else(sql<OutputTargetStatus>`'failed'`)
        .end(),
      credentials: null,
      next_at: null,
      lease_owner: null,
      lease_until: 0,
      modified_at: now,
    }))
    .where('job_id', '=', jobId)
    .execute();
  await transact
    .updateTable('inputs')
    .set({ credentials: null })
    .where('job_id', '=', jobId)
    .where('credentials', 'is not', null)
    .execute();
}

/**
 * Makes the deliveries of a job due when all of its tasks have ended and it would be completed. Targets of conversions without outputs
 * fail.
 * @returns whether there is anything to deliver: then the job continues
 */
export async function startDeliveries(transact: Transact, jobId: string, now: number): Promise<boolean> {
  const outputs = transact
    .selectFrom('outputs')
    .select('conversion_id')
    .where('job_id', '=', jobId)
    .where('deleted_at', 'is', null);
  const due = await transact
    .updateTable('output_targets')
    .set({ next_at: now, modified_at: now })
    .where('job_id', '=', jobId)
    .where('status', '=', 'waiting')
    .where('conversion_id', 'in', outputs)
    .returning('id')
    .execute();
  await transact
    .updateTable('output_targets')
    .set({ status: 'failed', modified_at: now })
    .where('job_id', '=', jobId)
    .where('status', '=', 'waiting')
    .where('next_at', 'is', null)
    .execute();
  return due.length > 0;
}
