import type { ServiceContext } from '../context.ts';
import type { InputRow, OutputRow } from '../database/tables.ts';
import { touchJobs } from '../database/touch-jobs.ts';

/**
 * Removes the files of outputs that nobody may fetch any more (their rows are disabled already), and notes that they are gone.
 * Throws what the store throws: another call continues where it stopped.
 */
export async function removeOutputs(
  { db, files, now }: ServiceContext,
  outputs: readonly Pick<OutputRow, 'id' | 'location'>[],
): Promise<void> {
  for (const { id, location } of outputs) {
    await files.remove(location);
    await db.transaction().execute(async (transact) => {
      const row = await transact.selectFrom('outputs').select('job_id').where('id', '=', id).executeTakeFirst();
      if (row !== undefined) await touchJobs(transact, [row.job_id]);
      await transact.updateTable('outputs').set({ deleted_at: now() }).where('id', '=', id).execute();
    });
  }
}

/**
 * Removes the files of inputs. Each has one of its own, those from another job a copy; remote ones have none here. A store that
 * fails is logged and not thrown: who looks for files that no input has removes them later.
 */
export async function removeReceived(
  { files, log }: ServiceContext,
  inputs: readonly Pick<InputRow, 'id' | 'type' | 'location'>[],
): Promise<void> {
  for (const { id, type, location } of inputs) {
    if (type === 'remote' || location === null) continue;
    await files
      .remove(location)
      .catch((err: unknown) => log.warn({ err, input_id: id }, 'file of an input not removed'));
  }
}
