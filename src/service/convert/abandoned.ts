import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ServiceContext } from '../context.ts';
import { ServiceError } from '../errors.ts';
import { cancelJob } from '../jobs/cancel-job.ts';
import type { Preferences } from './prefer.ts';

/** Aborted where the client goes away before it has been answered. */
export function closing(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  return gone.signal;
}

/**
 * Cancels the job of a client that has gone away while it waited. Not where it may come back for the result: it prefers an
 * asynchronous answer, or has given an `Idempotency-Key` to repeat the request with.
 */
export async function cancelAbandoned(
  context: ServiceContext,
  jobId: string,
  { headers }: FastifyRequest,
  { respondAsync }: Preferences,
): Promise<void> {
  if (respondAsync || headers['idempotency-key'] !== undefined) return;
  await cancelJob(context, jobId).catch((err: unknown) => {
    // It has ended in this moment.
    if (!(err instanceof ServiceError)) context.log.error({ err, job_id: jobId }, 'an abandoned job was not canceled');
  });
}
