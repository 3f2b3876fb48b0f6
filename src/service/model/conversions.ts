import { randomUUID } from 'node:crypto';
import { requireEntry, resolveTarget, validateConversion } from '../../catalog/index.ts';
import { hasEngine } from '../../runner/engines.ts';
import { ConversionError } from '../../task/errors.ts';
import type { ServiceContext } from '../context.ts';
import type { Transact } from '../database/open.ts';
import type { ConversionRow } from '../database/tables.ts';
import type { ConversionBody } from '../http/schemas.ts';
import { conversionPurpose } from './settle-open-job.ts';

/**
 * Adds a conversion to an open job. The caller settles the job afterwards. Options that the target does not know are no error:
 * the task that runs them warns. Throws ConversionErrors where the catalog refuses, or no engine is here.
 */
export async function addConversion(
  transact: Transact,
  { secrets, now }: ServiceContext,
  jobId: string,
  body: ConversionBody,
): Promise<ConversionRow> {
  const entry = body.category ? requireEntry(body.category, body.target) : resolveTarget(body.target);
  const { category, target } = entry;
  const options = body.options ?? {};
  if (!hasEngine(category)) {
    throw new ConversionError('engine_unavailable', `This installation cannot convert to ${category}/${target} yet.`);
  }
  // Checked here so that the client hears at once; validated again where it runs.
  if (!('preset' in options)) validateConversion({ id: '', category, target, options });
  const id = randomUUID();
  const time = now();
  const { count } = await transact
    .selectFrom('conversions')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('job_id', '=', jobId)
    .executeTakeFirstOrThrow();
  const row: ConversionRow = {
    id,
    job_id: jobId,
    position: Number(count),
    category,
    target,
    options: secrets.seal(JSON.stringify(options), conversionPurpose(id)),
    metadata: JSON.stringify(body.metadata ?? {}),
    output_target: JSON.stringify(body.output_target ?? []),
    created_at: time,
    modified_at: time,
  };
  await transact.insertInto('conversions').values(row).execute();
  return row;
}
