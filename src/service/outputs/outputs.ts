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

/** While a job has outputs to change: from its first to their expiry. */
const WITH_OUTPUTS: readonly JobStatus[] = ['downloading', 'processing', 'completed', 'failed'];

/** Longest name without its extension, bytes: as that of filename.ts, with room for the longest extension there is. */
const STEM_BYTES = 220;

/** Names that an output can have had: links with all of them work, so each is kept. */
const MAX_EARLIER_NAMES = 100;

/** The outputs whose files are there, in the order of their tasks and, of a task, in that of its report: page 2 before page 10. */
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

/** Throws ServiceError 404. */
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

/** Changes all outputs of a job; those that would get the same name are numbered. Throws ServiceError 404, 409. */
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
 * Removes an output and its file. Throws ServiceError 404, and what the store throws where it fails: nobody can fetch the file from
 * then on, and the request may be repeated.
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

/** Who watches the job sees by its time that there is something new. */
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

/** The columns of a renamed output. Links with its earlier names continue to work. Throws ServiceError 409. */
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

/** Another name with the extension that the file has, made safe. @param wanted without extension; with the same one is as good */
export function renamed(filename: string, wanted: string): string {
  const extension = /.(?<extension>(\.tar)?\.[^.\s]{1,20})$/i.exec(filename)?.groups?.extension ?? '';
  const named = wanted.toLowerCase().endsWith(extension.toLowerCase());
  const stem = safeFilename(named ? wanted.slice(0, wanted.length - extension.length) : wanted, {
    maxBytes: STEM_BYTES,
  });
  return `${stem}${extension}`;
}
