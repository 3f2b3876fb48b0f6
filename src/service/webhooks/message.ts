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
  /** Prefixes of HEADER_ALIASES. */
  readonly aliases: readonly string[];
  /** Time of this attempt, ms since 1970. */
  readonly now: number;
}

/** Prefixes that official clients of the interface read the signature under, whatever prefix they send themselves. */
const PREFIXES_OF_CLIENTS = ['x-oc', 'x-api2convert'];

/**
 * Makes the message: the job as GET /v2/jobs/{job_id} shows it, with the status that this callback reports, which the job may have left
 * since. A repeated callback has the same `x-svc-callback-id` and `webhook-id`, with a new time. If a job was made with another header
 * prefix, the `x-svc-` headers are sent with that one, too. The signature is sent under each known prefix.
 */
export function callbackMessage(
  callback: CallbackRow,
  full: FullJob,
  { secret, aliases, now, ...context }: CallbackMessageContext,
): CallbackMessage {
  const job = { ...full.job, status: callback.status };
  const document = jobDocument({ ...full, job }, job.status_format, context);
  const body = Buffer.from(JSON.stringify(document));
  const own = { 'job-id': job.id, 'callback-id': callback.id };
  const prefixes = ['x-svc', ...(job.header_alias === null ? [] : [job.header_alias])];
  const signature = secret === null ? null : bodySignature(body, secret);
  const signed = signature === null ? [] : [...prefixes, ...PREFIXES_OF_CLIENTS, ...aliases];
  return {
    headers: {
      'content-type': 'application/json',
      'user-agent': `convertd/${VERSION}`,
      ...Object.fromEntries(
        prefixes.flatMap((prefix) => Object.entries(own).map(([name, value]) => [`${prefix}-${name}`, value])),
      ),
      ...Object.fromEntries(signed.map((prefix) => [`${prefix}-signature`, signature])),
      ...(secret !== null && standardHeaders({ id: callback.id, body, now }, secret)),
    },
    body,
  };
}
