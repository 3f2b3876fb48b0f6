import { randomUUID } from 'node:crypto';
import { type SqlBool, sql } from 'kysely';
import type { ErrorIssue } from '../../task/errors.ts';
import { dependantsOf } from '../conversions/chain.ts';
import { fromJson, toJson } from '../database/columns.ts';
import { insertRows } from '../database/insert-rows.ts';
import type { Transact } from '../database/open.ts';
import type { ConversionRow, InputRow, JobRow, OutputRow } from '../database/tables.ts';
import { nextPosition } from '../jobs/change-open-job.ts';
import { outputsOf } from '../outputs/outputs.ts';
import { openConversion } from '../secrets/sealed-columns.ts';
import { inputOptions } from '../secrets/sealed-options.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { isTaskFinal, UNFINISHED } from '../states.ts';
import { addTasks, newTask, tasksOf } from './add-tasks.ts';

/*
 * A conversion that takes the outputs of others has no task until those have ended: only then is the number of files known. The report that
 * ends the last of them adds its tasks, in the same transaction, so that no step of a chain is lost or made twice.
 */

export interface NextTasks {
  /** Number of waiting tasks that were added. */
  readonly added: number;
  /** Number of tasks added as failed, because their conversions' sources have no outputs. */
  readonly failed: number;
  /** Why they have failed. */
  readonly errors: readonly ErrorIssue[];
}

const NONE: NextTasks = { added: 0, failed: 0, errors: [] };

/**
 * Adds the tasks of the conversions whose sources have all ended.
 * @param ended id of the conversion of which a task has ended
 * @param position position of the first new task
 */
export async function addNextTasks(
  transact: Transact,
  job: Pick<JobRow, 'id' | 'key_id'>,
  ended: string,
  { secrets, position, now }: { secrets: Secrets; position: number; now: number },
): Promise<NextTasks> {
  // In this order, each task costs two short queries, and only the last one of a conversion a query of all tasks.
  const chained = await chainedOf(transact, job.id);
  if (chained.length === 0 || (await hasOpenTasks(transact, job.id, ended))) return NONE;
  const course = await courseOf(transact, job.id);
  let added = 0;
  const errors: ErrorIssue[] = [];
  // A conversion that fails here also fails those that depend on it.
  for (let ready = nextOf(chained, course); ready !== undefined; ready = nextOf(chained, course)) {
    const sources = fromJson(ready.sources);
    const outputs = await outputsOf(transact, job.id);
    const files = outputs.filter(
      ({ conversion_id, status }) => sources.includes(conversion_id) && status === 'enabled',
    );
    const at = { position: position + added + errors.length, now };
    course.set(ready.id, { hasEnded: files.length === 0 });
    if (files.length === 0) {
      const task = newTask(job, { conversionId: ready.id, category: ready.category, inputIds: [] }, at);
      await transact
        .insertInto('tasks')
        .values({ ...task, state: 'failed' })
        .execute();
      errors.push(sourceFailed(ready, sources, await conversionsOfJob(transact, job.id)));
      continue;
    }
    const inputIds = await insertChained(transact, job.id, files, { secrets, now });
    const planned = await tasksOf([openConversion(ready, secrets)], inputIds);
    await addTasks(transact, job, planned, at);
    added += planned.length;
  }
  return { added, failed: errors.length, errors };
}

/** Returns errors for conversions that depend on one that has failed its job. @param id id of the conversion that has failed */
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

/** Selects the conversions that take the outputs of others. */
const chainedOf = (transact: Transact, jobId: string): Promise<ConversionRow[]> =>
  transact
    .selectFrom('conversions')
    .selectAll()
    .where('job_id', '=', jobId)
    // The same condition as in the index, which has only these.
    .where(sql<SqlBool>`sources <> '[]'`)
    .orderBy('position')
    .execute();

async function hasOpenTasks(transact: Transact, jobId: string, conversionId: string): Promise<boolean> {
  const open = await transact
    .selectFrom('tasks')
    .select('id')
    .where('job_id', '=', jobId)
    .where('state', 'in', UNFINISHED)
    .where('conversion_id', '=', conversionId)
    .limit(1)
    .executeTakeFirst();
  return open !== undefined;
}

/** The conversions that have tasks, and whether all their tasks have ended. */
type Course = Map<string, { readonly hasEnded: boolean }>;

async function courseOf(transact: Transact, jobId: string): Promise<Course> {
  const rows = await transact
    .selectFrom('tasks')
    .select(['conversion_id', 'state'])
    .distinct()
    .where('job_id', '=', jobId)
    .execute();
  const states = Map.groupBy(rows, ({ conversion_id }) => conversion_id);
  return new Map([...states].map(([id, found]) => [id, { hasEnded: found.every(({ state }) => isTaskFinal(state)) }]));
}

/** Returns the first conversion without a task whose sources have all ended. */
const nextOf = (chained: readonly ConversionRow[], course: Course): ConversionRow | undefined =>
  chained.find(
    ({ id, sources }) => !course.has(id) && fromJson(sources).every((source) => course.get(source)?.hasEnded === true),
  );

/** Inserts outputs as inputs; each gets its own file when its task is read (dispatch/chained-inputs.ts). @returns their ids */
async function insertChained(
  transact: Transact,
  jobId: string,
  outputs: readonly OutputRow[],
  { secrets, now }: { secrets: Secrets; now: number },
): Promise<string[]> {
  const first = await nextPosition(transact, 'inputs', jobId);
  const rows = outputs.map((output, index): InputRow => {
    const id = randomUUID();
    return {
      id,
      job_id: jobId,
      position: first + index,
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
  });
  await insertRows(transact, 'inputs', rows);
  return rows.map(({ id }) => id);
}

/** @param failed ids of its sources that have no outputs */
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
