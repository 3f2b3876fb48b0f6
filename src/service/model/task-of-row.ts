import type { Task } from '../../task/types.ts';
import type { Transact } from '../database/open.ts';
import type { TaskRow } from '../database/tables.ts';
import type { Secrets } from '../secrets.ts';
import { withoutPreset } from './presets.ts';
import { inputPurpose, openConversion } from './settle-open-job.ts';

/** The message of a task: what the runner or a worker needs to do it. Null where its job is gone. */
export async function taskOfRow(transact: Transact, row: TaskRow, secrets: Secrets): Promise<Task | null> {
  const conversion = await transact
    .selectFrom('conversions')
    .selectAll()
    .where('id', '=', row.conversion_id)
    .executeTakeFirst();
  const ids = JSON.parse(row.input_ids) as string[];
  const inputs = await transact.selectFrom('inputs').selectAll().where('id', 'in', ids).orderBy('position').execute();
  if (conversion === undefined || inputs.length !== ids.length) return null;
  const opened = openConversion(conversion, secrets);
  return {
    id: row.id,
    job_id: row.job_id,
    conversion: { ...opened, options: withoutPreset(opened) },
    input: inputs.map((input) => ({
      id: input.id,
      type: 'remote',
      source: input.location ?? input.source,
      filename: input.filename || null,
      credentials:
        input.secret === null ? {} : { decrypt_password: secrets.open(input.secret, inputPurpose(input.id)) },
    })),
    output: { store: null },
  };
}
