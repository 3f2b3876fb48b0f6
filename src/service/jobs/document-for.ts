import type { FastifyRequest } from 'fastify';
import type { ServiceContext } from '../context.ts';
import type { ApiKeyRow } from '../database/tables.ts';
import { type FullJob, jobDocument } from '../documents/from-rows.ts';
import type { JobDocument } from '../documents/schemas.ts';
import { linkBase } from '../http/link-base.ts';
import { contractOf } from '../keys/contracts.ts';
import type { JobRequest } from './new-job.ts';
import type { Reader } from './shown-jobs.ts';

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

/** How this client reads jobs of a key. @param serialize writes a document as the route does */
export const readerFor = (
  { key, alias }: { readonly key: ApiKeyRow; readonly alias: string | null },
  request: FastifyRequest,
  context: ServiceContext,
  serialize: Reader['serialize'],
): Reader => ({
  asObjects: alias !== null,
  publicUrl: linkBase(request, context),
  contract: contractOf(context.config.contracts, key.contract),
  serialize,
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
