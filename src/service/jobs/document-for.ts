import type { FastifyRequest } from 'fastify';
import type { ServiceContext } from '../context.ts';
import { type FullJob, jobDocument } from '../documents/from-rows.ts';
import type { JobDocument } from '../documents/schemas.ts';
import { linkBase } from '../http/link-base.ts';
import type { JobRequest } from './jobs.ts';

/* How jobs look to the client that asks: links as it reaches the service, and a status as it reads one. */

/** What a request that makes a job decides about later answers. @param alias its header prefix; null: ours */
export const requestedBy = (
  alias: string | null,
  request: FastifyRequest,
  context: ServiceContext,
): Omit<JobRequest, 'idempotent'> => ({
  statusFormat: alias === null ? context.config.statusFormat : 'object',
  alias,
  baseUrl: linkBase(request, context),
});

/** A job as this client reads it: a status is an object for those that the job was made by, or that ask, with another header prefix. */
export function documentFor(
  job: FullJob,
  alias: string | null,
  request: FastifyRequest,
  context: ServiceContext,
): JobDocument {
  const format = alias === null ? job.job.status_format : 'object';
  return jobDocument(job, format, { secrets: context.secrets, publicUrl: linkBase(request, context) });
}
