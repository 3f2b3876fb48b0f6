import { ConversionError } from '../../task/errors.ts';
import { fromJson } from '../database/columns.ts';
import { isAnyOf } from '../database/dialect.ts';
import type { TaskRow } from '../database/tables.ts';
import { ServiceError } from '../errors.ts';
import type { DispatchContext } from './take-report.ts';

/**
 * Gives each input of a task that is an output of its job its own file: a second name in a folder, a copy within S3. Workers read only
 * inputs, and the output may be deleted meanwhile. Does nothing if that was done before.
 * @throws ConversionError `input_not_found` if the output was deleted; the errors of the store
 */
export async function storeChainedInputs({ db, files }: DispatchContext, { input_ids }: TaskRow): Promise<void> {
  const ids = fromJson(input_ids);
  if (ids.length === 0) return;
  const inputs = await db
    .selectFrom('inputs')
    .innerJoin('outputs', 'outputs.id', 'inputs.source')
    .select(['inputs.id', 'inputs.filename', 'outputs.location', 'outputs.deleted_at'])
    .where(isAnyOf(db, 'inputs.id', ids))
    .where('inputs.type', '=', 'conversion')
    .where('inputs.location', 'is', null)
    .execute();
  for (const { id, filename, location, deleted_at } of inputs) {
    if (deleted_at !== null) throw deleted(filename);
    const copy = await files.copy(location, id, filename).catch((error: unknown) => {
      throw error instanceof ServiceError ? deleted(filename, error) : error;
    });
    const { numUpdatedRows } = await db
      .updateTable('inputs')
      .set({ location: copy })
      .where('id', '=', id)
      .where('location', 'is', null)
      .executeTakeFirst();
    // Another replica was quicker.
    if (numUpdatedRows === 0n) await files.remove(copy);
  }
}

const deleted = (filename: string, cause?: unknown): ConversionError =>
  new ConversionError(
    'input_not_found',
    `The output ${filename} was deleted before the next conversion could take it.`,
    {
      cause,
    },
  );
