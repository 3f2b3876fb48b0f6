import { FILE_INPUT, isFileEngine } from '../../catalog/input-catalog.ts';
import type { OptionValues, Task, TaskInput } from '../../task/types.ts';
import { fromJson } from '../database/columns.ts';
import { isAnyOf } from '../database/dialect.ts';
import type { Transact } from '../database/open.ts';
import type { ConversionRow, InputRow, TaskRow } from '../database/tables.ts';
import { engineOptions, inOrder, positionIn } from '../documents/input-position.ts';
import { isCloudInput, storageOfInput } from '../inputs/storage-of-input.ts';
import type { Contracts } from '../keys/contracts.ts';
import { contractOfKey } from '../keys/limits.ts';
import { withoutPreset } from '../presets/presets.ts';
import { inputCredentials, inputPassword, openConversion } from '../secrets/sealed-columns.ts';
import { inputOptions } from '../secrets/sealed-options.ts';
import type { Secrets } from '../secrets/secrets.ts';

/**
 * Returns the message of a task: what the runner or a worker needs to do it, including the contract's limit on inputs, because the size of
 * an address is known only when it is fetched. Null if its job is gone.
 */
export async function taskOfRow(
  transact: Transact,
  row: TaskRow,
  { secrets, contracts }: { secrets: Secrets; contracts: Contracts },
): Promise<Task | null> {
  const conversion = await transact
    .selectFrom('conversions')
    .selectAll()
    .where('id', '=', row.conversion_id)
    .executeTakeFirst();
  const ids = fromJson(row.input_ids);
  const inputs = await transact
    .selectFrom('inputs')
    .selectAll()
    .where(isAnyOf(transact, 'id', ids))
    .execute();
  const job = await transact.selectFrom('jobs').select('key_id').where('id', '=', row.job_id).executeTakeFirst();
  if (job === undefined || conversion === undefined || inputs.length !== ids.length) return null;
  const { max_input_size } = await contractOfKey(transact, job.key_id, contracts);
  const opened = openConversion(conversion, secrets);
  return {
    id: row.id,
    job_id: row.job_id,
    conversion: { ...opened, options: withoutPreset(opened), ...metadataOf(conversion) },
    input: inOrder(inputs).map((input) => ({ ...taskInput(input, secrets), max_size: max_input_size })),
    ...(inputs.some((input) => positionIn(fromJson(input.options)) !== null) && { ordered: true }),
    output: { store: null },
  };
}

/** Returns the metadata for the outputs, if there is any. The web page marks the conversions of its thumbnails there, which is not for a file. */
function metadataOf(row: ConversionRow): Pick<Task['conversion'], 'metadata'> {
  const { purpose, ...metadata } = fromJson(row.metadata);
  if (purpose !== undefined && purpose !== 'preview') metadata.purpose = purpose;
  return Object.keys(metadata).length === 0 ? {} : { metadata };
}

/** Returns the options of a file. Of others than it has, the runner warns by their names: values, which can be secrets, stay here. */
function fileOptions(options: OptionValues): Pick<TaskInput, 'options'> {
  const given = Object.entries(options).flatMap(([name, value]) =>
    value === null ? [] : [[name, Object.hasOwn(FILE_INPUT.options, name) ? value : true]],
  );
  return given.length === 0 ? {} : { options: Object.fromEntries(given) };
}

function taskInput(row: InputRow, secrets: Secrets): TaskInput {
  const { id, engine } = row;
  const options = engineOptions(inputOptions.open(secrets, id, row.options));
  const reading = isFileEngine(engine) ? fileOptions(options) : { engine, options };
  const common = { id, filename: row.filename || null, ...reading };
  const opening = row.secret === null ? {} : { decrypt_password: inputPassword.open(secrets, id, row.secret) };
  if (!isCloudInput(row)) {
    return { ...common, type: 'remote', source: row.location ?? row.source, credentials: opening };
  }
  const stored = row.credentials === null ? {} : inputCredentials.open(secrets, id, row.credentials);
  return { ...common, type: 'cloud', ...storageOfInput(row), credentials: { ...stored, ...opening } };
}
