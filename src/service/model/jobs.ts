import { randomUUID } from 'node:crypto';
import type { ServiceContext } from '../context.ts';
import type { ApiKeyRow, JobRow } from '../database/tables.ts';
import type { FullJob } from '../http/documents.ts';
import type { JobBody } from '../http/schemas.ts';
import { addConversion } from './conversions.ts';
import { addInput } from './inputs.ts';
import { loadJob } from './load-job.ts';
import { downloadPurpose, settleOpenJob } from './settle-open-job.ts';
import { STATUS_INFO } from './states.ts';

/**
 * Makes a job with what the body brings, and starts it where it says so and nothing is missing. All of it or nothing.
 * @throws ServiceError 400, 402, 429; ConversionErrors for conversions that the catalog refuses
 */
export async function createJob(
  context: ServiceContext,
  key: ApiKeyRow,
  body: JobBody,
  { statusFormat }: { statusFormat: JobRow['status_format'] },
): Promise<FullJob> {
  const { db, secrets, config } = context;
  const now = context.now();
  const id = randomUUID();
  const { job, started } = await db.transaction().execute(async (transact) => {
    await transact
      .insertInto('jobs')
      .values({
        id,
        key_id: key.id,
        status: 'incomplete',
        process: body.process === true ? 1 : 0,
        callback: body.callback ?? '',
        notify_status: body.notify_status === true ? 1 : 0,
        status_format: statusFormat,
        fail_on_input_error: body.fail_on_input_error === false ? 0 : 1,
        fail_on_conversion_error: body.fail_on_conversion_error === false ? 0 : 1,
        download_passwords:
          body.download_passwords === undefined
            ? null
            : secrets.seal(JSON.stringify(body.download_passwords), downloadPurpose(id)),
        errors: '[]',
        warnings: '[]',
        spent: 0,
        idempotency_key: null,
        created_at: now,
        modified_at: now,
        expires_at: now + config.retentionMs,
      })
      .execute();
    await transact
      .insertInto('history')
      .values({ id: randomUUID(), job_id: id, status: 'incomplete', info: STATUS_INFO.incomplete, created_at: now })
      .execute();
    for (const input of body.input ?? []) await addInput(transact, context, id, input);
    for (const conversion of body.conversion ?? []) await addConversion(transact, context, id, conversion);
    const settled = await settleOpenJob(transact, id, { secrets, now });
    return { job: await loadJob(transact, id), started: settled.started };
  });
  if (started) context.dispatch.wake();
  context.wakeCallbacks();
  if (job === null) throw new Error(`job ${id} vanished`);
  return job;
}
