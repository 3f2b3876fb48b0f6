import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { ServiceContext } from '../context.ts';
import type { ApiKeyRow, JobRow } from '../database/tables.ts';
import { ServiceError } from '../errors.ts';

/** Who asks. */
export type Identity =
  | { readonly kind: 'key'; readonly key: ApiKeyRow; readonly viaAlias: boolean }
  /** The holder of a job's token: that job and nothing else. */
  | { readonly kind: 'token'; readonly job: JobRow; readonly viaAlias: boolean };

interface Credentials {
  readonly apiKey: string | null;
  readonly token: string | null;
  /** They came under another prefix than ours: such clients read a job's status as an object. */
  readonly viaAlias: boolean;
}

const OWN_PREFIX = 'x-svc';

/** The credential headers, ours first, then those of the configured aliases. Node has made header names lower case. */
export function readCredentials(headers: IncomingHttpHeaders, aliases: readonly string[]): Credentials {
  for (const prefix of [OWN_PREFIX, ...aliases]) {
    const apiKey = single(headers[`${prefix}-api-key`]);
    const token = single(headers[`${prefix}-token`]);
    if (apiKey !== null || token !== null) return { apiKey, token, viaAlias: prefix !== OWN_PREFIX };
  }
  return { apiKey: null, token: null, viaAlias: false };
}

/** Only the hash of a key is stored, and a key is random and long: looking the hash up tells nothing by its time. */
export const hashKey = (key: string): string => createHash('sha256').update(key).digest('hex');

/** The key of a request that needs one. Throws ServiceError 401. */
export async function requireKey(
  headers: IncomingHttpHeaders,
  context: ServiceContext,
): Promise<Identity & { kind: 'key' }> {
  const { apiKey, viaAlias } = readCredentials(headers, context.config.headerAliases);
  const key = apiKey === null ? undefined : await findKey(apiKey, context);
  if (key === undefined) throw unauthorized();
  return { kind: 'key', key, viaAlias };
}

/**
 * The job of a request about one, for its key or its token. Throws ServiceError 401 without valid credentials, 404 where there is
 * no such job, or it is another's: which of the two must not show.
 */
export async function requireJob(
  headers: IncomingHttpHeaders,
  jobId: string,
  context: ServiceContext,
): Promise<Identity & { jobId: string }> {
  const { apiKey, token, viaAlias } = readCredentials(headers, context.config.headerAliases);
  const job = await context.db.selectFrom('jobs').selectAll().where('id', '=', jobId).executeTakeFirst();
  if (apiKey !== null) {
    const key = await findKey(apiKey, context);
    if (key === undefined) throw unauthorized();
    if (job === undefined || job.key_id !== key.id) throw noSuchJob();
    return { kind: 'key', key, viaAlias, jobId };
  }
  if (token === null) throw unauthorized();
  // A token tells nothing about other jobs, so one that does not fit is refused alike whether the job exists or not.
  if (!context.secrets.isJobToken(token, jobId) || job === undefined) throw unauthorized();
  return { kind: 'token', job, viaAlias, jobId };
}

export const noSuchJob = () => new ServiceError('not_found', 'There is no such job.');

const unauthorized = () =>
  new ServiceError(
    'unauthorized',
    'Give a valid API key in the header X-Svc-Api-Key, or for one job its token in X-Svc-Token.',
  );

async function findKey(apiKey: string, { db }: ServiceContext): Promise<ApiKeyRow | undefined> {
  return db
    .selectFrom('api_keys')
    .selectAll()
    .where('hash', '=', hashKey(apiKey))
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
}

/** A header that is sent twice is none: which one counts would be a guess. */
function single(value: string | string[] | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
