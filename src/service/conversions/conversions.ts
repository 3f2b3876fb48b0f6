import { randomUUID } from 'node:crypto';
import { checkConversion, requireEntry, resolveTarget, unknownOptionWarnings } from '../../catalog/index.ts';
import { requireOffered } from '../../runner/engines.ts';
import type { WarningIssue } from '../../task/errors.ts';
import type { OptionValues } from '../../task/types.ts';
import type { ServiceContext } from '../context.ts';
import { toJson } from '../database/columns.ts';
import type { Database, Transact } from '../database/open.ts';
import type { ConversionRow, JobRow, OutputTargetRow } from '../database/tables.ts';
import { newTargets, replaceTargets, targetsOf } from '../deliveries/targets.ts';
import { ConversionBody, type ConversionPatch, OutputTargetBody } from '../documents/conversion-schemas.ts';
import { firstWarnings, unreadFields } from '../documents/unread-fields.ts';
import { ServiceError } from '../errors.ts';
import { changeOpenJob, nextPosition } from '../jobs/change-open-job.ts';
import { applyPresetOfKey } from '../presets/presets.ts';
import { conversionOptions, openConversion } from '../secrets/sealed-columns.ts';
import { restoreSecretOptions } from '../secrets/secret-options.ts';
import { addIssues, replaceWarnings } from '../tasks/job-issues.ts';
import { refuseCycle, refuseInUse, refuseNameTwice, sourcesOf } from './chain.ts';

/** A conversion, and the storages that its outputs are delivered to. */
export interface FullConversion {
  readonly row: ConversionRow;
  readonly targets: readonly OutputTargetRow[];
}

/** Request that lists all targets, for messages. */
export const CATALOG_REQUEST = 'GET /v2/conversions';

/**
 * Adds conversions to an open job and starts it if it was waiting for them. Throws ServiceError 402, 404, 409, 429; ConversionErrors if the
 * catalog refuses.
 */
export function addConversions(
  context: ServiceContext,
  jobId: string,
  bodies: readonly ConversionBody[],
): Promise<FullConversion[]> {
  return changeOpenJob(context, jobId, (transact, job) => insertConversions(transact, context, job, bodies));
}

async function insertConversions(
  transact: Transact,
  context: ServiceContext,
  job: Pick<JobRow, 'id' | 'key_id'>,
  bodies: readonly ConversionBody[],
): Promise<FullConversion[]> {
  const present = await conversionRows(transact, job.id);
  const position = await nextPosition(transact, 'conversions', job.id);
  const added = await newConversions(transact, context, { job, position, present }, bodies);
  if (added.length === 0) return [];
  await transact
    .insertInto('conversions')
    .values(added.map(({ row }) => row))
    .execute();
  const targets = added.flatMap((each) => each.targets);
  if (targets.length > 0) await transact.insertInto('output_targets').values(targets).execute();
  const rows = added.map(({ row }) => row);
  await addIssues(transact, job.id, { warnings: unreadOfConversions(bodies, rows) });
  return added;
}

/** Warns of fields and options of new conversions that nothing reads. @param rows made of the bodies, in the same order */
export const unreadOfConversions = (
  bodies: readonly ConversionBody[],
  rows: readonly Pick<ConversionRow, 'id' | 'category' | 'target'>[],
): WarningIssue[] =>
  firstWarnings(rows, (row, index) => {
    const body = bodies[index] ?? { target: row.target };
    const owner = { source: 'conversion', id_source: row.id } as const;
    return [
      ...unknownOptions(row, body.options ?? {}),
      ...unreadFields(body, ConversionBody, { ...owner, name: 'the conversion' }),
      ...(body.output_target ?? []).flatMap((target) =>
        unreadFields(target, OutputTargetBody, { ...owner, name: 'its output_target' }),
      ),
    ];
  });

/** The task has the same warnings: the client learns of a misspelling while it can still be repaired. */
const unknownOptions = (
  { id, category, target }: Pick<ConversionRow, 'id' | 'category' | 'target'>,
  options: OptionValues,
): WarningIssue[] => unknownOptionWarnings(requireEntry(category, target), options, id);

/** Where conversions are added. */
interface Place {
  readonly job: Pick<JobRow, 'id' | 'key_id'>;
  /** Position of the first one. */
  readonly position: number;
  /** Conversions that the job already has. */
  readonly present: readonly ConversionRow[];
}

/**
 * Makes the rows of conversions, which may take the outputs of each other in any order. Unknown options of the target are no error: the
 * task that runs them warns. Options of a preset yield to the conversion's own.
 * @throws ConversionErrors if the catalog refuses, or no engine is here; ServiceError 400 for an impossible output_target, a marker in
 *   place of a secret, a name that is taken, or conversions that form no chain
 */
export async function newConversions(
  db: Database | Transact,
  context: ServiceContext,
  { job, position, present }: Place,
  bodies: readonly ConversionBody[],
): Promise<FullConversion[]> {
  const links = [...present];
  const added: FullConversion[] = [];
  for (const body of bodies) {
    refuseNameTwice(body.name ?? null, links);
    const conversion = await newConversion(db, context, job, { body, position: position + added.length });
    links.push(conversion.row);
    added.push(conversion);
  }
  // Only now do all conversions exist that one can name.
  const linked = added.map(({ row, targets }, index) => {
    return { row: { ...row, sources: toJson(sourcesOf(bodies[index]?.input ?? [], links)) }, targets };
  });
  refuseCycle([...present, ...linked.map(({ row }) => row)]);
  return linked;
}

/** Makes a conversion that takes the inputs of the job. */
async function newConversion(
  db: Database | Transact,
  context: ServiceContext,
  job: Pick<JobRow, 'id' | 'key_id'>,
  { body, position }: { body: ConversionBody; position: number },
): Promise<FullConversion> {
  const { secrets, now } = context;
  const entry = body.category ? requireEntry(body.category, body.target) : resolveTarget(body.target, CATALOG_REQUEST);
  const { category, target } = entry;
  requireOffered(category);
  const asked = restoreSecretOptions(entry, body.options ?? {}, {});
  const options = await resolveOptions(db, context, job.key_id, { category, target, options: asked });
  const id = randomUUID();
  const time = now();
  const row: ConversionRow = {
    id,
    job_id: job.id,
    position,
    name: body.name ?? null,
    category,
    target,
    sources: toJson([]),
    options: conversionOptions.seal(secrets, id, options),
    metadata: toJson(body.metadata ?? {}),
    output_target: NO_OUTPUT_TARGETS,
    created_at: time,
    modified_at: time,
  };
  return { row, targets: newTargets(context, { jobId: job.id, conversionId: id }, body.output_target ?? [], []) };
}

/**
 * Replaces the fields of the patch; a marker in place of a secret keeps the stored one. Throws ServiceError 400, 404, 409; ConversionErrors
 * if the catalog refuses the options.
 */
export function patchConversion(
  context: ServiceContext,
  jobId: string,
  conversionId: string,
  { options, metadata, output_target, name, input }: ConversionPatch,
): Promise<FullConversion> {
  const { secrets, now } = context;
  return changeOpenJob(context, jobId, async (transact, job) => {
    const { row, targets } = await findConversion(transact, jobId, conversionId);
    const { category, target } = row;
    const asked = options && restoreSecretOptions(row, options, openConversion(row, secrets).options);
    const resolved =
      asked && (await resolveOptions(transact, context, job.key_id, { category, target, options: asked }));
    const all = await conversionRows(transact, jobId);
    if (name !== undefined) {
      refuseNameTwice(
        name,
        all.filter(({ id }) => id !== row.id),
      );
    }
    if (options)
      await replaceWarnings(transact, jobId, { id: row.id, codes: ['option_unknown'] }, unknownOptions(row, options));
    const sources = input === undefined ? undefined : toJson(sourcesOf(input ?? [], all));
    if (sources !== undefined) refuseCycle(all.map((each) => (each.id === row.id ? { ...each, sources } : each)));
    const changed = await transact
      .updateTable('conversions')
      .set({
        ...(name !== undefined && { name }),
        ...(sources !== undefined && { sources }),
        ...(resolved && { options: conversionOptions.seal(secrets, row.id, resolved) }),
        ...(metadata && { metadata: toJson(metadata) }),
        modified_at: now(),
      })
      .where('id', '=', row.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    if (!output_target) return { row: changed, targets };
    return { row: changed, targets: await replaceTargets(transact, context, { jobId, conversionId }, output_target) };
  });
}

/** Throws ServiceError 404, 409. */
export async function deleteConversion(context: ServiceContext, jobId: string, conversionId: string): Promise<void> {
  await changeOpenJob(context, jobId, async (transact) => {
    const { row } = await findConversion(transact, jobId, conversionId);
    refuseInUse(row.id, await conversionRows(transact, jobId));
    await transact.deleteFrom('output_targets').where('conversion_id', '=', row.id).execute();
    await transact.deleteFrom('conversions').where('id', '=', row.id).execute();
    await replaceWarnings(transact, jobId, { id: row.id, codes: ['option_unknown', 'field_ignored'] }, []);
  });
}

/** Returns the conversions of a job in the order in which they were added. */
export async function conversionsOf(db: ServiceContext['db'] | Transact, jobId: string): Promise<FullConversion[]> {
  return withTargets(db, await conversionRows(db, jobId));
}

const conversionRows = (db: ServiceContext['db'] | Transact, jobId: string): Promise<ConversionRow[]> =>
  db.selectFrom('conversions').selectAll().where('job_id', '=', jobId).orderBy('position').execute();

async function withTargets(
  db: ServiceContext['db'] | Transact,
  rows: readonly ConversionRow[],
): Promise<FullConversion[]> {
  if (rows.length === 0) return [];
  const targets = await targetsOf(db, ...rows.map(({ id }) => id));
  return rows.map((row) => ({ row, targets: targets.filter(({ conversion_id }) => conversion_id === row.id) }));
}

/** Throws ServiceError 404. */
export async function findConversion(
  db: ServiceContext['db'] | Transact,
  jobId: string,
  conversionId: string,
): Promise<FullConversion> {
  const row = await db
    .selectFrom('conversions')
    .selectAll()
    .where('id', '=', conversionId)
    .where('job_id', '=', jobId)
    .executeTakeFirst();
  if (row === undefined) throw new ServiceError('no_such_conversion', 'The job has no such conversion.');
  return { row, targets: await targetsOf(db, row.id) };
}

/**
 * Returns the options with those of their preset. They are checked here so that the client learns of errors at once, and validated again
 * when the task runs. Throws ConversionErrors.
 */
async function resolveOptions(
  db: Database | Transact,
  { config }: ServiceContext,
  keyId: string,
  asked: { category: string; target: string; options: OptionValues },
): Promise<OptionValues> {
  const conversion = await applyPresetOfKey(db, keyId, config.publicPresets, { id: '', ...asked });
  checkConversion(conversion);
  return conversion.options;
}

/** Value of a column of earlier versions; now the table output_targets has the deliveries. */
const NO_OUTPUT_TARGETS = toJson([]);
