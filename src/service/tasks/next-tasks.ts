import { randomUUID } from 'node:crypto';
import { ERROR_CODES } from '../../task/codes.ts';
import { dependantsOf } from '../conversions/chain.ts';
import { fromJson, toJson } from '../database/columns.ts';
import type { Transact } from '../database/open.ts';
import type { ConversionRow, InputRow, JobRow, OutputRow, TaskRow } from '../database/tables.ts';
import type { JobIssueDocument } from '../documents/schemas.ts';
import { nextPosition } from '../jobs/change-open-job.ts';
import { outputsOf } from '../outputs/outputs.ts';
import { openConversion } from '../secrets/sealed-columns.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { isTaskFinal } from '../states.ts';
import { addTasks, newTask, tasksOf } from './add-tasks.ts';

/*
 * A conversion that takes the outputs of others has no task until those have ended: only then is known how many files there are. The
 * report that ends the last of them adds its tasks, in the same transaction, so that no step of a chain is lost or made twice.
 */

export interface NextTasks {
  /** All tasks of the job, those that were added among them. */
  readonly tasks: readonly TaskRow[];
  /** Why conversions have failed without a task: what they take was not made. */
  readonly errors: readonly JobIssueDocument[];
}

/** Adds the tasks of the conversions whose sources have all ended. @param tasks of the job, as they are now */
export async function addNextTasks(
  transact: Transact,
  job: Pick<JobRow, 'id' | 'key_id'>,
  tasks: readonly TaskRow[],
  { secrets, now }: { secrets: Secrets; now: number },
): Promise<NextTasks> {
  const conversions = await chainsOf(transact, job.id);
  if (conversions.length === 0) return { tasks, errors: [] };
  const outputs = await outputsOf(transact, job.id);
  const all = [...tasks];
  const errors: JobIssueDocument[] = [];
  // One that fails here ends those behind it as well.
  for (let ready = nextOf(conversions, all); ready !== undefined; ready = nextOf(conversions, all)) {
    const sources = fromJson(ready.sources);
    const files = outputs.filter(({ conversion_id, status }) => sources.includes(conversion_id) && status === 'enabled');
    const position = all.length;
    if (files.length === 0) {
      const failed: TaskRow = {
        ...newTask(job.id, { conversionId: ready.id, inputIds: [] }, { position, now }),
        state: 'failed',
      };
      await transact.insertInto('tasks').values(failed).execute();
      all.push(failed);
      errors.push(sourceFailed(ready));
      continue;
    }
    const inputIds: string[] = [];
    for (const file of files) inputIds.push(await insertChained(transact, file, now));
    const planned = await tasksOf([openConversion(ready, secrets)], inputIds);
    all.push(...(await addTasks(transact, job, planned, { position, now })));
  }
  return { tasks: all, errors };
}

/** What to say of the conversions behind one that has failed its job. @param ids of the conversions that have failed */
export async function failedBehind(
  transact: Transact,
  jobId: string,
  ids: readonly string[],
): Promise<JobIssueDocument[]> {
  const chains = await chainsOf(transact, jobId);
  return dependantsOf(ids, chains).map(sourceFailed);
}

const chainsOf = (transact: Transact, jobId: string): Promise<ConversionRow[]> =>
  transact
    .selectFrom('conversions')
    .selectAll()
    .where('job_id', '=', jobId)
    .where('sources', '<>', toJson<readonly string[]>([]))
    .orderBy('position')
    .execute();

/** The first conversion without a task whose sources have all ended. */
function nextOf(conversions: readonly ConversionRow[], tasks: readonly TaskRow[]): ConversionRow | undefined {
  const byConversion = Map.groupBy(tasks, ({ conversion_id }) => conversion_id);
  const hasEnded = (id: string) => byConversion.get(id)?.every(({ state }) => isTaskFinal(state)) === true;
  return conversions.find(({ id, sources }) => !byConversion.has(id) && fromJson(sources).every(hasEnded));
}

/** An output as an input; it gets a file of its own when its task is read (dispatch/chained-inputs.ts). @returns its id */
async function insertChained(transact: Transact, output: OutputRow, now: number): Promise<string> {
  const row: InputRow = {
    id: randomUUID(),
    job_id: output.job_id,
    position: await nextPosition(transact, 'inputs', output.job_id),
    type: 'conversion',
    source: output.id,
    status: 'ready',
    engine: 'auto',
    options: toJson({}),
    parameters: toJson({}),
    metadata: toJson({}),
    filename: output.filename,
    size: output.size,
    hash: output.checksum,
    content_type: output.content_type,
    location: null,
    secret: null,
    upload_uuid: null,
    created_at: now,
    modified_at: now,
  };
  await transact.insertInto('inputs').values(row).execute();
  return row.id;
}

const sourceFailed = ({ id, name, sources }: ConversionRow): JobIssueDocument => ({
  source: 'conversion',
  id_source: id,
  code: ERROR_CODES.conversion_source_failed.number,
  message: `The conversion ${name ?? id} was not run: it takes the output of another one, which has brought none.`,
  details: { sources: fromJson(sources) },
});
