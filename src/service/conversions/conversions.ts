import { randomUUID } from 'node:crypto';
import { requireEntry, resolveTarget, validateConversion } from '../../catalog/index.ts';
import { requireOffered } from '../../runner/engines.ts';
import type { OptionValues } from '../../task/types.ts';
import type { ServiceContext } from '../context.ts';
import { toJson } from '../database/columns.ts';
import type { Transact } from '../database/open.ts';
import type { ConversionRow, OutputTargetRow } from '../database/tables.ts';
import { replaceTargets, targetsOf } from '../deliveries/targets.ts';
import type { ConversionBody, ConversionPatch } from '../documents/schemas.ts';
import { ServiceError } from '../errors.ts';
import { changeOpenJob, nextPosition } from '../jobs/change-open-job.ts';
import { applyPresetOfJob } from '../presets/presets.ts';
import { conversionOptions, openConversion } from '../secrets/sealed-columns.ts';
import { restoreSecretOptions } from '../secrets/secret-options.ts';

/** A conversion, and the storages that its outputs are delivered to. */
export interface FullConversion {
  readonly row: ConversionRow;
  readonly targets: readonly OutputTargetRow[];
}

/** Where a client sees all targets, for messages. */
export const CATALOG_REQUEST = 'GET /v2/conversions';

/**
 * Adds conversions to an open job and starts it where it waits for them. Throws ServiceError 402, 404, 409, 429; ConversionErrors
 * where the catalog refuses.
 */
export function addConversions(
  context: ServiceContext,
  jobId: string,
  bodies: readonly ConversionBody[],
): Promise<FullConversion[]> {
  return changeOpenJob(context, jobId, async (transact) => {
    const added: FullConversion[] = [];
    for (const body of bodies) added.push(await addConversion(transact, context, jobId, body));
    return added;
  });
}

/**
 * Adds a conversion to an open job. The caller settles the job afterwards. Options that the target does not know are no error:
 * the task that runs them warns. Those of a preset are put under its own. Throws ConversionErrors where the catalog refuses, or no engine is here;
 * ServiceError 400 for an output_target that cannot be, or a marker in place of a secret.
 */
export async function addConversion(
  transact: Transact,
  context: ServiceContext,
  jobId: string,
  body: ConversionBody,
): Promise<FullConversion> {
  const { secrets, now } = context;
  const entry = body.category ? requireEntry(body.category, body.target) : resolveTarget(body.target, CATALOG_REQUEST);
  const { category, target } = entry;
  requireOffered(category);
  const asked = restoreSecretOptions(entry, body.options ?? {}, {});
  const options = await resolveOptions(transact, context, jobId, { category, target, options: asked });
  const id = randomUUID();
  const time = now();
  const row: ConversionRow = {
    id,
    job_id: jobId,
    position: await nextPosition(transact, 'conversions', jobId),
    category,
    target,
    options: conversionOptions.seal(secrets, id, options),
    metadata: toJson(body.metadata ?? {}),
    output_target: NO_OUTPUT_TARGETS,
    created_at: time,
    modified_at: time,
  };
  await transact.insertInto('conversions').values(row).execute();
  return {
    row,
    targets: await replaceTargets(transact, context, { jobId, conversionId: id }, body.output_target ?? []),
  };
}

/**
 * Replaces what the patch names; a marker in place of a secret keeps the stored one. Throws ServiceError 400, 404, 409;
 * ConversionErrors where the catalog refuses the options.
 */
export function patchConversion(
  context: ServiceContext,
  jobId: string,
  conversionId: string,
  { options, metadata, output_target }: ConversionPatch,
): Promise<FullConversion> {
  const { secrets, now } = context;
  return changeOpenJob(context, jobId, async (transact) => {
    const { row, targets } = await findConversion(transact, jobId, conversionId);
    const { category, target } = row;
    const asked = options && restoreSecretOptions(row, options, openConversion(row, secrets).options);
    const resolved = asked && (await resolveOptions(transact, context, jobId, { category, target, options: asked }));
    const changed = await transact
      .updateTable('conversions')
      .set({
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
    await transact.deleteFrom('output_targets').where('conversion_id', '=', row.id).execute();
    await transact.deleteFrom('conversions').where('id', '=', row.id).execute();
  });
}

/** In the order in which they were added. */
export async function conversionsOf(db: ServiceContext['db'] | Transact, jobId: string): Promise<FullConversion[]> {
  const rows = await db.selectFrom('conversions').selectAll().where('job_id', '=', jobId).orderBy('position').execute();
  return withTargets(db, rows);
}

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
 * The options with those of their preset. Checked here so that the client hears at once; validated again where the task runs.
 * Throws ConversionErrors.
 */
async function resolveOptions(
  transact: Transact,
  { config }: ServiceContext,
  jobId: string,
  asked: { category: string; target: string; options: OptionValues },
): Promise<OptionValues> {
  const conversion = await applyPresetOfJob(transact, jobId, config.publicPresets, { id: '', ...asked });
  validateConversion(conversion);
  return conversion.options;
}

/** The column of earlier versions; the table output_targets has what is delivered where. */
const NO_OUTPUT_TARGETS = toJson([]);
