import { safeFilename } from '../../files/filename.ts';
import { UniqueNames } from '../../files/unique-names.ts';
import type { ServiceContext } from '../context.ts';
import { fromJson, toJson } from '../database/columns.ts';
import type { Transact } from '../database/open.ts';
import type { OutputRow } from '../database/tables.ts';
import type { OutputPatch } from '../documents/schemas.ts';
import { noSuchJob, ServiceError } from '../errors.ts';
import { removeOutputs } from '../files/discard-files.ts';
import { notAllowed } from '../jobs/change-open-job.ts';
import { lockJob } from '../jobs/move-job.ts';
import { downloadPasswords } from '../secrets/sealed-columns.ts';
import type { JobStatus } from '../states.ts';

/** Statuses in which outputs can be changed: from the first output to their expiry. */
const WITH_OUTPUTS: readonly JobStatus[] = ['downloading', 'processing', 'completed', 'failed'];

/** Longest name without extension, bytes: like that of filename.ts, with room for the longest extension. */
const STEM_BYTES = 220;

/** Largest number of earlier names of an output. Links with all of them work, so each is kept. */
const MAX_EARLIER_NAMES = 100;

/** Why an output has no receipt. */
export const NO_RECEIPT = 'The conversion of this output was not asked for a receipt: give it the option receipt.';

/** Returns the outputs whose files exist, in the order of their tasks and, within a task, of its report: page 2 before page 10. */
export function outputsOf(db: ServiceContext['db'] | Transact, ...jobIds: readonly string[]): Promise<OutputRow[]> {
  return db
    .selectFrom('outputs')
    .innerJoin('tasks', 'tasks.id', 'outputs.task_id')
    .selectAll('outputs')
    .where('outputs.job_id', 'in', jobIds)
    .where('outputs.deleted_at', 'is', null)
    .orderBy('tasks.position')
    .orderBy('outputs.position')
    .orderBy('outputs.id')
    .execute();
}

/** Finds an output. Throws ServiceError 404. */
export async function findOutput(
  db: ServiceContext['db'] | Transact,
  jobId: string,
  outputId: string,
): Promise<OutputRow> {
  const row = await db
    .selectFrom('outputs')
    .selectAll()
    .where('id', '=', outputId)
    .where('job_id', '=', jobId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) throw new ServiceError('no_such_output', 'The job has no such output.');
  return row;
}

/** Changes one output. Throws ServiceError 404, 409. */
export function patchOutput(
  context: ServiceContext,
  jobId: string,
  outputId: string,
  patch: OutputPatch,
): Promise<OutputRow> {
  return changeOutputs(context, jobId, async (transact) =>
    change(transact, context, await findOutput(transact, jobId, outputId), patch, new UniqueNames()),
  );
}

/** Changes all outputs of a job; equal names are numbered. Throws ServiceError 404, 409. */
export function patchOutputs(context: ServiceContext, jobId: string, patch: OutputPatch): Promise<OutputRow[]> {
  return changeOutputs(context, jobId, async (transact) => {
    const names = new UniqueNames();
    const changed: OutputRow[] = [];
    for (const row of await outputsOf(transact, jobId)) {
      changed.push(await change(transact, context, row, patch, names));
    }
    return changed;
  });
}

/**
 * Removes an output and its file. Throws ServiceError 404, and errors of the store: from then on nobody can fetch the file, and the request
 * may be repeated.
 */
export async function deleteOutput(context: ServiceContext, jobId: string, outputId: string): Promise<void> {
  const row = await context.db.transaction().execute(async (transact) => {
    await requireLock(transact, jobId);
    const found = await findOutput(transact, jobId, outputId);
    await transact.updateTable('outputs').set({ status: 'disabled' }).where('id', '=', found.id).execute();
    return found;
  });
  await removeOutputs(context, [row]);
  await noteChange(context.db, jobId, context.now());
}

/** Changes the job's time, by which watchers see that there is something new. */
async function noteChange(db: ServiceContext['db'] | Transact, jobId: string, now: number): Promise<void> {
  await db.updateTable('jobs').set({ modified_at: now }).where('id', '=', jobId).execute();
}

function changeOutputs<Result>(
  context: ServiceContext,
  jobId: string,
  make: (transact: Transact) => Promise<Result>,
): Promise<Result> {
  return context.db.transaction().execute(async (transact) => {
    const job = await requireLock(transact, jobId);
    if (!WITH_OUTPUTS.includes(job.status)) throw notAllowed(job.status);
    await noteChange(transact, jobId, context.now());
    return make(transact);
  });
}

async function requireLock(transact: Transact, jobId: string) {
  const job = await lockJob(transact, jobId);
  if (job === undefined) throw noSuchJob();
  return job;
}

async function change(
  transact: Transact,
  { secrets }: ServiceContext,
  row: OutputRow,
  { filename, download_password: password }: OutputPatch,
  names: UniqueNames,
): Promise<OutputRow> {
  if (row.status === 'disabled')
    throw new ServiceError('download_ended', 'The download of this output has ended; it cannot be changed.');
  const values: Partial<OutputRow> = {
    ...(filename !== undefined && nameColumns(row, names.take(renamed(row.filename, filename)))),
    ...(password !== undefined && {
      download_passwords: password === '' ? null : downloadPasswords.seal(secrets, row.id, [password]),
    }),
  };
  if (Object.keys(values).length === 0) return row;
  return transact.updateTable('outputs').set(values).where('id', '=', row.id).returningAll().executeTakeFirstOrThrow();
}

/** Returns the columns of a renamed output. Links with its earlier names continue to work. Throws ServiceError 409. */
function nameColumns(row: OutputRow, filename: string): Pick<OutputRow, 'filename' | 'earlier_names'> {
  const earlier = new Set(earlierNames(row)).add(row.filename);
  earlier.delete(filename);
  if (earlier.size > MAX_EARLIER_NAMES) {
    const message = `The output has had ${MAX_EARLIER_NAMES} other names, whose links all work; it cannot get one more.`;
    throw new ServiceError('too_many_filenames', message, { errors: { filename: 'is one name too many' } });
  }
  return { filename, earlier_names: toJson([...earlier]) };
}

export const earlierNames = ({ earlier_names }: Pick<OutputRow, 'earlier_names'>): readonly string[] =>
  fromJson(earlier_names);

/** Returns the wanted name, made safe, with the file's extension. @param wanted with or without this extension */
export function renamed(filename: string, wanted: string): string {
  const extension = /.(?<extension>(\.tar)?\.[^.\s]{1,20})$/i.exec(filename)?.groups?.extension ?? '';
  const named = wanted.toLowerCase().endsWith(extension.toLowerCase());
  const stem = safeFilename(named ? wanted.slice(0, wanted.length - extension.length) : wanted, {
    maxBytes: STEM_BYTES,
  });
  return `${stem}${extension}`;
}
