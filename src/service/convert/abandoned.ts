import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ServiceContext } from '../context.ts';
import { ServiceError } from '../errors.ts';
import { cancelJob } from '../jobs/cancel-job.ts';
import type { Preferences } from './prefer.ts';

/** Who waits for an answer. */
export interface WaitingClient {
  /** Aborted when the client goes away before it has been answered. */
  readonly gone: AbortSignal;
  /** Watches it no longer. */
  answering(): void;
}

export function watchClient({ raw }: FastifyReply): WaitingClient {
  const gone = new AbortController();
  const onClose = (): void => {
    if (!raw.writableFinished) gone.abort();
  };
  raw.once('close', onClose);
  return { gone: gone.signal, answering: () => void raw.off('close', onClose) };
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
