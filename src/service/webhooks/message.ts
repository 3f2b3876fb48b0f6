import { VERSION } from '../../version.ts';
import type { CallbackRow } from '../database/tables.ts';
import { type DocumentContext, type FullJob, jobDocument } from '../documents/from-rows.ts';
import { bodySignature, standardHeaders } from './signature.ts';

export interface CallbackMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface CallbackMessageContext extends DocumentContext {
  /** WEBHOOK_SECRET. Null if callbacks are not signed. */
  readonly secret: string | null;
  /** Time of this attempt, ms since 1970. */
  readonly now: number;
}

/**
 * Makes the message: the job as GET /v2/jobs/{job_id} shows it, with the status that this callback reports, which the job may have left
 * since. A repeated callback has the same `x-svc-callback-id` and `webhook-id`, with a new time. If a job was made with another header
 * prefix, the `x-svc-` headers are sent with that one, too.
 */
export function callbackMessage(
  callback: CallbackRow,
  full: FullJob,
  { secret, now, ...context }: CallbackMessageContext,
): CallbackMessage {
  const job = { ...full.job, status: callback.status };
  const document = jobDocument({ ...full, job }, job.status_format, context);
  const body = Buffer.from(JSON.stringify(document));
  const own = {
    'job-id': job.id,
    'callback-id': callback.id,
    ...(secret !== null && { signature: bodySignature(body, secret) }),
  };
  const prefixes = ['x-svc', ...(job.header_alias === null ? [] : [job.header_alias])];
  return {
    headers: {
      'content-type': 'application/json',
      'user-agent': `convertd/${VERSION}`,
      ...Object.fromEntries(
        prefixes.flatMap((prefix) => Object.entries(own).map(([name, value]) => [`${prefix}-${name}`, value])),
      ),
      ...(secret !== null && standardHeaders({ id: callback.id, body, now }, secret)),
    },
    body,
  };
}
