import type { FastifyReply } from 'fastify';
import type { ServiceContext } from '../context.ts';
import type { OutputRow } from '../database/tables.ts';
import type { FullJob } from '../documents/from-rows.ts';
import { ServiceError } from '../errors.ts';
import { contentHeaders, countWhenSent, readOutput, representationOf, versionHeaders } from '../outputs/send-file.ts';
import { zipOfOutputs } from '../outputs/send-zip.ts';
import { failureOf } from './failure.ts';

/** Longest value of X-Svc-Warnings, bytes. Clients and proxies refuse answers whose headers are too long. */
const MOST_WARNINGS = 4096;

/**
 * Sends the outputs of an ended job: its one output, or a zip of several that is read from the store while it is sent.
 * @throws ServiceError for a job that has failed or was canceled, with its errors; 410 if its outputs are gone
 */
export async function sendOutputs(context: ServiceContext, reply: FastifyReply, full: FullJob): Promise<FastifyReply> {
  const { job } = full;
  if (job.status !== 'completed') throw failureOf(job, full.errors);
  const outputs = availableOutputs(full, context.now());
  reply.headers(warningHeaders(full));
  const [only, ...others] = outputs;
  if (only === undefined || others.length > 0) {
    const zip = zipOfOutputs(context, full.inputs, outputs);
    countWhenSent(context, reply, outputs);
    return reply.headers(zip.headers).send(await zip.open());
  }
  const content = await readOutput(context, only, null);
  countWhenSent(context, reply, [only]);
  return reply
    .headers({ ...versionHeaders(representationOf(only)), ...contentHeaders(only), 'content-length': only.size })
    .send(content);
}

/** Returns the outputs, at least one. Throws if they have expired: a repeated request may come that late. */
function availableOutputs({ job, outputs }: FullJob, now: number): readonly OutputRow[] {
  if (job.expires_at <= now) {
    throw new ServiceError('download_expired', 'The time in which the result could be downloaded is over.');
  }
  const enabled = outputs.filter(({ status }) => status === 'enabled');
  if (enabled.length > 0) return enabled;
  throw new ServiceError('download_disabled', 'The result was deleted.');
}

/** Returns the job's warnings as JSON, as many as fit; in ASCII, as headers require. */
function warningHeaders({ warnings }: Pick<FullJob, 'warnings'>): Record<string, string> {
  const shown: string[] = [];
  let length = 2;
  for (const { code, message } of warnings) {
    const text = asciiJson({ code, message });
    length += text.length + 1;
    if (length > MOST_WARNINGS) break;
    shown.push(text);
  }
  return shown.length === 0 ? {} : { 'x-svc-warnings': `[${shown.join(',')}]` };
}

const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[^\x20-\x7e]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
