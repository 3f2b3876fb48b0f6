import { createHmac } from 'node:crypto';
import { VERSION } from '../../version.ts';
import type { CallbackRow } from '../database/tables.ts';
import { type DocumentContext, type FullJob, jobDocument } from '../http/documents.ts';

export interface CallbackMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/**
 * What is sent: the job as GET /v2/jobs/{job_id} shows it, with the status that this callback tells of, which the job may have
 * left since. A callback that is sent again has the same `x-svc-callback-id`.
 *
 * @param secret WEBHOOK_SECRET; where there is one, `x-svc-signature` is hex(HMAC-SHA256(secret, body)) (WIRE, Webhook)
 */
export function callbackMessage(
  callback: CallbackRow,
  full: FullJob,
  { secret, ...context }: DocumentContext & { readonly secret: string | null },
): CallbackMessage {
  const job = { ...full.job, status: callback.status };
  const document = jobDocument({ ...full, job }, job.status_format, context);
  const body = Buffer.from(JSON.stringify(document));
  return {
    headers: {
      'content-type': 'application/json',
      'user-agent': `convertd/${VERSION}`,
      'x-svc-job-id': job.id,
      'x-svc-callback-id': callback.id,
      ...(secret !== null && { 'x-svc-signature': createHmac('sha256', secret).update(body).digest('hex') }),
    },
    body,
  };
}
