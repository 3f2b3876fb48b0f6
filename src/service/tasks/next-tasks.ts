import { randomUUID } from 'node:crypto';
import type { ErrorIssue } from '../../task/errors.ts';
import { dependantsOf } from '../conversions/chain.ts';
import { fromJson, toJson } from '../database/columns.ts';
import type { Transact } from '../database/open.ts';
import type { ConversionRow, InputRow, JobRow, OutputRow, TaskRow } from '../database/tables.ts';
import { nextPosition } from '../jobs/change-open-job.ts';
import { outputsOf } from '../outputs/outputs.ts';
import { openConversion } from '../secrets/sealed-columns.ts';
import { inputOptions } from '../secrets/sealed-options.ts';
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
  readonly errors: readonly ErrorIssue[];
}

/** Adds the tasks of the conversions whose sources have all ended. @param tasks of the job, as they are now */
export async function addNextTasks(
  transact: Transact,
  job: Pick<JobRow, 'id' | 'key_id'>,
  tasks: readonly TaskRow[],
  { secrets, now }: { secrets: Secrets; now: number },
): Promise<NextTasks> {
  const conversions = await conversionsOfJob(transact, job.id);
  if (!conversions.some(isChained)) return { tasks, errors: [] };
  const outputs = await outputsOf(transact, job.id);
  const all = [...tasks];
  const errors: ErrorIssue[] = [];
  // One that fails here also fails those that depend on it.
  for (let ready = nextOf(conversions, all); ready !== undefined; ready = nextOf(conversions, all)) {
    const sources = fromJson(ready.sources);
    const files = outputs.filter(
      ({ conversion_id, status }) => sources.includes(conversion_id) && status === 'enabled',
    );
    const position = all.length;
    if (files.length === 0) {
      const failed: TaskRow = {
        ...newTask(job, { conversionId: ready.id, category: ready.category, inputIds: [] }, { position, now }),
        state: 'failed',
      };
      await transact.insertInto('tasks').values(failed).execute();
      all.push(failed);
      errors.push(sourceFailed(ready, sources, conversions));
      continue;
    }
    const inputIds: string[] = [];
    for (const file of files) inputIds.push(await insertChained(transact, file, { secrets, now }));
    const planned = await tasksOf([openConversion(ready, secrets)], inputIds);
    all.push(...(await addTasks(transact, job, planned, { position, now })));
  }
  return { tasks: all, errors };
}

/** The state of conversions that depend on one that has failed its job. @param id of the conversion that has failed */
export async function failedBehind(transact: Transact, jobId: string, id: string): Promise<ErrorIssue[]> {
  const conversions = await conversionsOfJob(transact, jobId);
  const behind = dependantsOf([id], conversions);
  const failed = new Set([id, ...behind.map((each) => each.id)]);
  return behind.map((each) =>
    sourceFailed(
      each,
      fromJson(each.sources).filter((source) => failed.has(source)),
      conversions,
    ),
  );
}

const conversionsOfJob = (transact: Transact, jobId: string): Promise<ConversionRow[]> =>
  transact.selectFrom('conversions').selectAll().where('job_id', '=', jobId).orderBy('position').execute();

const isChained = ({ sources }: ConversionRow): boolean => fromJson(sources).length > 0;

/** The first conversion without a task whose sources have all ended. */
function nextOf(conversions: readonly ConversionRow[], tasks: readonly TaskRow[]): ConversionRow | undefined {
  const byConversion = Map.groupBy(tasks, ({ conversion_id }) => conversion_id);
  const hasEnded = (id: string) => byConversion.get(id)?.every(({ state }) => isTaskFinal(state)) === true;
  return conversions.find(
    (each) => isChained(each) && !byConversion.has(each.id) && fromJson(each.sources).every(hasEnded),
  );
}

/** An output as an input; it gets a file of its own when its task is read (dispatch/chained-inputs.ts). @returns its id */
async function insertChained(
  transact: Transact,
  output: OutputRow,
  { secrets, now }: { secrets: Secrets; now: number },
): Promise<string> {
  const id = randomUUID();
  const row: InputRow = {
    id,
    job_id: output.job_id,
    position: await nextPosition(transact, 'inputs', output.job_id),
    type: 'conversion',
    source: output.id,
    status: 'ready',
    engine: 'auto',
    options: inputOptions.seal(secrets, id, {}),
    parameters: toJson({}),
    metadata: toJson({}),
    filename: output.filename,
    size: output.size,
    hash: output.checksum,
    content_type: output.content_type,
    location: null,
    secret: null,
    credentials: null,
    upload_uuid: null,
    created_at: now,
    modified_at: now,
  };
  await transact.insertInto('inputs').values(row).execute();
  return id;
}

/** @param failed ids of those that it takes and that have brought nothing */
function sourceFailed(
  { id, name }: ConversionRow,
  failed: readonly string[],
  conversions: readonly ConversionRow[],
): ErrorIssue {
  const nameOf = (each: string) => conversions.find((conversion) => conversion.id === each)?.name ?? each;
  const sources = failed.map(nameOf).join(', ');
  return {
    source: 'conversion',
    id_source: id,
    code: 'conversion_source_failed',
    message: `The conversion ${name ?? id} was not run: it takes the outputs of ${sources}, and there are none.`,
    details: { sources: failed },
  };
}
