import { openTaskOutputs } from '../../files/stores/task-outputs.ts';
import type { ServiceContext } from '../context.ts';
import { isAnyOf, isPostgres } from '../database/dialect.ts';
import type { Database, Transact } from '../database/open.ts';
import type { InputRow, OutputRow } from '../database/tables.ts';
import { touchJobs } from '../database/touch-jobs.ts';

/**
 * Removes the files of outputs that nobody may fetch any more (their rows are already disabled), and notes that they are gone. Throws
 * errors of the store: another call continues where it stopped.
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
 * Removes files of attempts at a task that were cut off after its final report, so that no row names them. Must not be called while outputs
 * of the task are wanted. Throws ConversionError `output_store_failed`.
 */
export async function removeRemains({ config }: Pick<ServiceContext, 'config'>, taskId: string): Promise<void> {
  await openTaskOutputs(config.outputStore, taskId).removeOthers(null);
}

/**
 * Removes the files of inputs. Each input has its own file, those from another job a copy; remote ones have none here. Errors of the store
 * are logged and not thrown: the search for files without an input removes them later.
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

/** Locks what a transaction had locked before it added inputs, and thereby waits until it has ended. */
export type WaitForEnd = (transact: Transact) => Promise<unknown>;

/**
 * Removes files that were stored for inputs after the transaction that was to add them has failed. If the connection was lost while it
 * ended, it may have added inputs all the same: their files stay. All files stay if the database does not tell which inputs exist; the
 * search for files without an input removes them later.
 */
export async function removeUnlessAdded(
  { db, files, log }: Pick<ServiceContext, 'db' | 'files' | 'log'>,
  inputs: readonly { readonly id: string; readonly location: string }[],
  waitForEnd: WaitForEnd,
): Promise<void> {
  if (inputs.length === 0) return;
  const kept = (err: unknown) => log.warn({ err }, 'files of inputs that were not added not removed');
  const ids = inputs.map(({ id }) => id);
  const added = await addedLocations(db, ids, waitForEnd).catch(kept);
  if (added === undefined) return;
  for (const { location } of inputs) if (!added.has(location)) await files.remove(location).catch(kept);
}

function addedLocations(db: Database, ids: readonly string[], waitForEnd: WaitForEnd): Promise<Set<string | null>> {
  const look = async (asking: Database | Transact) => {
    const rows = await asking
      .selectFrom('inputs')
      .select('location')
      .where(isAnyOf(asking, 'id', ids))
      .execute();
    return new Set(rows.map(({ location }) => location));
  };
  // SQLite has one connection, so the transaction has ended. On a full disk, no lock could be taken.
  if (!isPostgres(db)) return look(db);
  return db.transaction().execute(async (transact) => {
    await waitForEnd(transact);
    return look(transact);
  });
}
