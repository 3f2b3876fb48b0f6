import { safeFilename } from '../../files/filename.ts';
import type { WarningIssue } from '../../task/errors.ts';
import { pluralize } from '../../util/pluralize.ts';
import type { ServiceContext } from '../context.ts';
import { toJson } from '../database/columns.ts';
import type { Transact } from '../database/open.ts';
import type { InputRow, JobRow } from '../database/tables.ts';
import { positionIn, withPosition } from '../documents/input-position.ts';
import { InputBody, type InputPatch, type InputsPatch } from '../documents/schemas.ts';
import { firstWarnings, unreadFields } from '../documents/unread-fields.ts';
import { noSuchJob, ServiceError } from '../errors.ts';
import { removeReceived } from '../files/discard-files.ts';
import { changeOpenJob, nextPosition } from '../jobs/change-open-job.ts';
import { lockJob } from '../jobs/move-job.ts';
import type { Contract } from '../keys/contracts.ts';
import { contractOfKey } from '../keys/limits.ts';
import { inputPassword } from '../secrets/sealed-columns.ts';
import { inputOptions } from '../secrets/sealed-options.ts';
import { restoreSecretOptions } from '../secrets/secret-options.ts';
import { addIssues, replaceWarnings } from '../tasks/job-issues.ts';
import { checkParameters } from './cloud-inputs.ts';
import { checkReading } from './input-options.ts';
import type { InputContent } from './linked-inputs.ts';
import { type NewInputBody, type PreparedInput, prepareInputs } from './prepare-inputs.ts';

/** Adds inputs to an open job and starts it if it was waiting for them. Throws ServiceError 400, 402, 404, 409, 429. */
export async function addInputs(
  context: ServiceContext,
  jobId: string,
  bodies: readonly NewInputBody[],
): Promise<InputRow[]> {
  const job = await context.db.selectFrom('jobs').select('key_id').where('id', '=', jobId).executeTakeFirst();
  if (job === undefined) throw noSuchJob();
  const prepared = await prepareInputs(context, job.key_id, bodies);
  try {
    return await changeOpenJob(context, jobId, async (transact, row) => {
      const rows: InputRow[] = [];
      for (const input of prepared.inputs) rows.push(await insertInput(transact, context, { jobId, ...input }));
      await refuseInputsBeyondContract(transact, context, row);
      await addIssues(transact, jobId, { warnings: unreadOfInputs(prepared.inputs) });
      return rows;
    });
  } catch (error) {
    await prepared.discard((transact) => lockJob(transact, jobId));
    throw error;
  }
}

/** Inserts an input's row. The caller calls `refuseInputsBeyondContract` and settles the job afterwards. */
export async function insertInput(
  transact: Transact,
  context: ServiceContext,
  input: Omit<NewInput, 'position'>,
): Promise<InputRow> {
  const row = newInput(context, { ...input, position: await nextPosition(transact, 'inputs', input.jobId) });
  await transact.insertInto('inputs').values(row).execute();
  return row;
}

/** Warns of fields of new inputs that nothing reads. */
export const unreadOfInputs = (inputs: readonly Pick<PreparedInput, 'id' | 'body'>[]): WarningIssue[] =>
  firstWarnings(inputs, ({ id, body }) =>
    unreadFields(body, InputBody, { source: 'input', id_source: id, name: 'the input' }),
  );

interface NewInput {
  readonly id: string;
  readonly jobId: string;
  readonly position: number;
  readonly body: InputBody;
  readonly content: InputContent;
}

/** Makes an input's row from what its type decides and what the client gave. Throws ServiceError 400. */
export function newInput(
  { secrets, now }: Pick<ServiceContext, 'secrets' | 'now'>,
  { id, jobId, position, body, content: { facts, ...content } }: NewInput,
): InputRow {
  const time = now();
  const password =
    body.credentials && !Array.isArray(body.credentials) ? body.credentials.decrypt_password || null : null;
  return {
    id,
    job_id: jobId,
    position,
    engine: body.engine ?? 'auto',
    options: inputOptions.seal(
      secrets,
      id,
      withPosition(restoreSecretOptions(null, body.options ?? {}, {}), body.position),
    ),
    parameters: toJson(body.parameters ?? {}),
    // What the client says about its file counts.
    metadata: toJson({ ...facts, ...body.metadata }),
    filename: body.filename ? safeFilename(body.filename) : '',
    size: null,
    hash: null,
    content_type: null,
    upload_uuid: null,
    credentials: null,
    ...content,
    secret: sealPassword(password, id, secrets),
    created_at: time,
    modified_at: time,
  };
}

/**
 * Throws ServiceError 402 if the contract of the job's key does not allow its inputs, by their number and known sizes. Call it in the
 * transaction of every change of them.
 */
export async function refuseInputsBeyondContract(
  transact: Transact,
  { config }: Pick<ServiceContext, 'config'>,
  job: Pick<JobRow, 'id' | 'key_id'>,
): Promise<void> {
  const contract = await contractOfKey(transact, job.key_id, config.contracts);
  refuseInputs(await transact.selectFrom('inputs').select('size').where('job_id', '=', job.id).execute(), contract);
}

/** Throws ServiceError 402 if a contract does not allow a job these inputs. */
export function refuseInputs(inputs: readonly Pick<InputRow, 'size'>[], contract: Contract): void {
  const sizes = inputs.map(({ size }) => size ?? 0);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const largest = Math.max(0, ...sizes);
  if (inputs.length > contract.max_inputs_per_job) {
    throw beyond(
      `A job may have ${pluralize(contract.max_inputs_per_job, 'input')}; this would be ${inputs.length}`,
      'input',
    );
  }
  if (largest > contract.max_input_size) {
    throw beyond(`An input may have ${pluralize(contract.max_input_size, 'byte')}; this one has ${largest}`, 'size');
  }
  if (total > contract.max_job_size) {
    throw beyond(
      `The inputs of a job may have ${pluralize(contract.max_job_size, 'byte')}; these have ${total}`,
      'size',
    );
  }
}

const beyond = (what: string, field: string) =>
  new ServiceError('inputs_beyond_contract', `${what}: the contract of this key does not allow more.`, {
    errors: { [field]: 'is beyond the contract' },
  });

/**
 * Replaces the options of several inputs, or changes their positions, all or none. @returns all inputs of the job. Throws ServiceError 400,
 * 404, 409; ConversionErrors for wrong options.
 */
export function patchInputs(context: ServiceContext, jobId: string, patches: InputsPatch): Promise<InputRow[]> {
  const { secrets } = context;
  return changeOpenJob(context, jobId, async (transact) => {
    for (const { id, options, position } of patches) {
      const { options: stored, engine, type } = await findInput(transact, jobId, id);
      if (!options && position == null) throw nothingToChange();
      const opened = inputOptions.open(secrets, id, stored);
      const replaced = options ? restoreSecretOptions(null, options, opened) : opened;
      // A document that was changed in its options and sent back has the earlier position beside them.
      const isEarlier = options?.position !== undefined && position === positionIn(opened);
      const restored = isEarlier ? replaced : withPosition(replaced, position);
      checkReading({ engine, type, options: restored });
      const sealed = inputOptions.seal(secrets, id, restored);
      await changeInput(transact, jobId, id, { options: sealed, modified_at: context.now() });
    }
    return inputsOf(transact, jobId);
  });
}

/** Changes the password, the parameters and the position of one input. Throws ServiceError 400, 404, 409. */
export function patchInput(
  context: ServiceContext,
  jobId: string,
  inputId: string,
  { credentials, parameters, position }: InputPatch,
): Promise<InputRow> {
  const { secrets, now } = context;
  const password = credentials && !Array.isArray(credentials) ? credentials.decrypt_password : undefined;
  return changeOpenJob(context, jobId, async (transact) => {
    const row = await findInput(transact, jobId, inputId);
    if (parameters) checkParameters(row, parameters, secrets);
    const options = withPosition(inputOptions.open(secrets, inputId, row.options), position);
    return changeInput(transact, jobId, inputId, {
      ...(password !== undefined && { secret: sealPassword(password || null, inputId, secrets) }),
      ...(parameters && { parameters: toJson(parameters) }),
      ...(position != null && { options: inputOptions.seal(secrets, inputId, options) }),
      modified_at: now(),
    });
  });
}

const nothingToChange = (): ServiceError =>
  new ServiceError('invalid_request', 'Give the options or the position of each input.', {
    errors: { options: 'must be given, unless position is' },
  });

async function changeInput(
  transact: Transact,
  jobId: string,
  inputId: string,
  values: Partial<InputRow>,
): Promise<InputRow> {
  const row = await transact
    .updateTable('inputs')
    .set(values)
    .where('id', '=', inputId)
    .where('job_id', '=', jobId)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) throw noSuchInput();
  return row;
}

/** Removes an input from an open job, and its file from the store. Throws ServiceError 404, 409. */
export async function deleteInput(context: ServiceContext, jobId: string, inputId: string): Promise<void> {
  const row = await changeOpenJob(context, jobId, async (transact) => {
    const deleted = await transact
      .deleteFrom('inputs')
      .where('id', '=', inputId)
      .where('job_id', '=', jobId)
      .returningAll()
      .executeTakeFirst();
    if (deleted === undefined) throw noSuchInput();
    await replaceWarnings(transact, jobId, { id: inputId, codes: ['field_ignored'] }, []);
    // The same file may be sent again with the same id.
    await transact.deleteFrom('uploads').where('input_id', '=', inputId).execute();
    return deleted;
  });
  await removeReceived(context, [row]);
}

/** Finds an input. Throws ServiceError 404. */
export async function findInput(
  db: ServiceContext['db'] | Transact,
  jobId: string,
  inputId: string,
): Promise<InputRow> {
  const row = await db
    .selectFrom('inputs')
    .selectAll()
    .where('id', '=', inputId)
    .where('job_id', '=', jobId)
    .where('type', '<>', 'conversion')
    .executeTakeFirst();
  if (row === undefined) throw noSuchInput();
  return row;
}

const noSuchInput = () => new ServiceError('no_such_input', 'The job has no such input.');

/** Returns the inputs of a job in the order in which they were added. */
export function inputsOf(db: ServiceContext['db'] | Transact, jobId: string): Promise<InputRow[]> {
  return db
    .selectFrom('inputs')
    .selectAll()
    .where('job_id', '=', jobId)
    .where('type', '<>', 'conversion')
    .orderBy('position')
    .execute();
}

const sealPassword = (password: string | null, inputId: string, secrets: ServiceContext['secrets']) =>
  password === null ? null : inputPassword.seal(secrets, inputId, password);
