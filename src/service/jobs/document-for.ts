import type { FastifyRequest } from 'fastify';
import type { ServiceContext } from '../context.ts';
import type { ApiKeyRow } from '../database/tables.ts';
import { type FullJob, jobDocument } from '../documents/from-rows.ts';
import type { JobDocument } from '../documents/schemas.ts';
import { linkBase } from '../http/link-base.ts';
import { contractOf } from '../keys/contracts.ts';
import type { JobRequest } from './new-job.ts';
import type { Reader } from './shown-jobs.ts';

/* Jobs as the asking client sees them: with links for its way to the service, and a status in its form. */

/** Returns what the request that makes a job decides about later answers. @param alias its header prefix; null: ours */
export const requestedBy = (
  alias: string | null,
  request: FastifyRequest,
  context: ServiceContext,
): Omit<JobRequest, 'idempotent'> => ({
  statusFormat: alias === null ? context.config.statusFormat : 'object',
  alias,
  baseUrl: linkBase(request, context),
});

/** Returns how this client reads jobs of a key. @param serialize serializes a document as the route does */
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

/** Returns a job as this client reads it: a status is an object if another header prefix made the job, or is used now. */
export function documentFor(
  job: FullJob,
  alias: string | null,
  request: FastifyRequest,
  context: ServiceContext,
): JobDocument {
  const format = alias === null ? job.job.status_format : 'object';
  return jobDocument(job, format, { secrets: context.secrets, publicUrl: linkBase(request, context) });
}
