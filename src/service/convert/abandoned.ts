import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ServiceContext } from '../context.ts';
import { ServiceError } from '../errors.ts';
import { cancelJob } from '../jobs/cancel-job.ts';
import type { Preferences } from './prefer.ts';

/** A client that waits for an answer. */
export interface WaitingClient {
  /** Aborted if the client disconnects before it has been answered. */
  readonly gone: AbortSignal;
  /** Stops watching the client. */
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
 * Cancels the job of a client that has disconnected while it waited. Does nothing if the client may come back for the result: it prefers an
 * asynchronous answer, or has sent an `Idempotency-Key` to repeat the request with.
 */
export async function cancelAbandoned(
  context: ServiceContext,
  jobId: string,
  { headers }: FastifyRequest,
  { respondAsync }: Preferences,
): Promise<void> {
  if (respondAsync || headers['idempotency-key'] !== undefined) return;
  await cancelJob(context, jobId).catch((err: unknown) => {
    // The job has just ended.
    if (!(err instanceof ServiceError)) context.log.error({ err, job_id: jobId }, 'an abandoned job was not canceled');
  });
}
