import type { IncomingHttpHeaders } from 'node:http';
import { findImplicit, type Implicit } from '../access/implicit.ts';
import type { Asker } from '../access/origin.ts';
import type { ServiceContext } from '../context.ts';
import type { ApiKeyRow } from '../database/tables.ts';
import { noSuchJob, ServiceError } from '../errors.ts';
import { isId } from '../ids.ts';
import { JOB_HEAD, type JobHead } from '../keys/lookups.ts';
import { hashCredential } from '../secrets/secrets.ts';
import { clientNetwork } from './client-network.ts';

/** The sender of a request. */
export type Identity =
  | { readonly kind: 'key'; readonly key: ApiKeyRow; readonly alias: Alias }
  /** The holder of a job's token, which gives access to that job only. */
  | { readonly kind: 'token'; readonly key: ApiKeyRow; readonly job: JobHead; readonly alias: Alias };

/**
 * The configured prefix of the credential headers, lower case, such as `x-other`. Null for ours. Clients with another prefix read a job's
 * status as an object, and get callbacks with headers under it.
 */
type Alias = string | null;

interface Credentials {
  readonly apiKey: string | null;
  readonly token: string | null;
  readonly alias: Alias;
}

const OWN_PREFIX = 'x-svc';

/** Reads the credential headers, ours first, then those of the configured aliases, then a bearer token, which is an API key. Node has made header names lower case. */
export function readCredentials(headers: IncomingHttpHeaders, aliases: readonly string[]): Credentials {
  for (const prefix of [OWN_PREFIX, ...aliases]) {
    const apiKey = single(headers[`${prefix}-api-key`]);
    const token = single(headers[`${prefix}-token`]);
    if (apiKey !== null || token !== null) return { apiKey, token, alias: prefix === OWN_PREFIX ? null : prefix };
  }
  return { apiKey: bearerOf(headers.authorization), token: null, alias: null };
}

/** RFC 6750, for clients that know no other way. Other schemes are a proxy's in front of the service. */
const bearerOf = (header: string | undefined): string | null => /^bearer +(\S+) *$/i.exec(header ?? '')?.[1] ?? null;

/** The sender of a request about one job. */
export interface JobAsker {
  /** Key of the sender, or of the job. */
  readonly key: ApiKeyRow;
  readonly alias: Alias;
  readonly jobId: string;
  /** The job as it was when the request arrived. */
  readonly job: JobHead;
}

/** Returns the key of a request that needs one. Throws ServiceError 401. */
export async function requireKey(request: Asker, context: ServiceContext): Promise<Identity & { kind: 'key' }> {
  const { apiKey, token, alias } = readCredentials(request.headers, context.config.headerAliases);
  // A token is a credential, too, even if it does not fit here: then nothing else counts.
  const withoutKey = () => (token === null ? implicitKey(request, context) : undefined);
  const key = await (apiKey === null ? withoutKey() : findKey(apiKey, context));
  if (key === undefined) throw noKey(apiKey);
  return { kind: 'key', key, alias };
}

/** Returns the key of a request without key and token. Throws ServiceError 401 if a page of another origin sent it. */
async function implicitKey(request: Asker, context: ServiceContext): Promise<ApiKeyRow | undefined> {
  const found = await findImplicit(request, context);
  if (found !== 'other_origin') return found?.key;
  throw otherOrigin();
}

const otherOrigin = () =>
  new ServiceError(
    'other_origin',
    'The request comes from a page of another origin, which may not use your login or your network: it needs an API key.',
  );

/**
 * Returns the key of a request that needs none; undefined if there is no valid one. What is public is not refused because of a wrong or
 * revoked key.
 */
export async function optionalKey(
  request: Asker,
  context: ServiceContext,
): Promise<{ key: ApiKeyRow; via: 'key' } | Implicit | undefined> {
  const { apiKey, token } = readCredentials(request.headers, context.config.headerAliases);
  if (apiKey === null && token === null) {
    const found = await findImplicit(request, context);
    return found === null || found === 'other_origin' ? undefined : found;
  }
  const key = apiKey === null ? undefined : await findKey(apiKey, context);
  return key && { key, via: 'key' };
}

/** Returns the key, or the one job of the token, for a request that names no job. Throws ServiceError 401. */
export async function requireKeyOrToken(request: Asker, context: ServiceContext): Promise<Identity> {
  const { apiKey, token, alias } = readCredentials(request.headers, context.config.headerAliases);
  if (apiKey !== null || token === null) return requireKey(request, context);
  const job = await context.db
    .selectFrom('jobs')
    .select(JOB_HEAD)
    .where('token_hash', '=', hashCredential(token))
    .executeTakeFirst();
  return tokenIdentity(job, token, alias, context);
}

/**
 * Returns the job of a request, for its key or its token. Throws ServiceError 401 without valid credentials, 404 if there is no such job,
 * or it is another key's: the answer must not show which.
 */
export async function requireJob(request: Asker, jobId: string, context: ServiceContext): Promise<JobAsker> {
  const { apiKey, token, alias } = readCredentials(request.headers, context.config.headerAliases);
  const finding = isId(jobId) ? context.lookups.jobHead(jobId) : undefined;
  if (apiKey !== null || token === null) {
    // Both at once: each shares a query with other requests.
    const [key, job] = await Promise.all([
      apiKey === null ? implicitKey(request, context) : findKey(apiKey, context),
      finding,
    ]);
    if (key === undefined) throw noKey(apiKey, NEEDED_FOR_JOB);
    if (job === undefined || job.key_id !== key.id) throw noSuchJob();
    return { key, alias, jobId, job };
  }
  return { ...(await tokenIdentity(await finding, token, alias, context)), jobId };
}

/** A token reveals nothing about other jobs, so a wrong one is refused the same way whether the job exists or not. */
async function tokenIdentity(
  job: JobHead | undefined,
  token: string,
  alias: Alias,
  { lookups, secrets }: ServiceContext,
): Promise<Identity & { kind: 'token' }> {
  if (job === undefined || !secrets.isJobToken(token, job.id)) throw unauthorized();
  // The tokens of a revoked key's jobs are no longer valid either.
  const key = await lookups.keyById(job.key_id);
  if (key === undefined) throw unauthorized();
  return { kind: 'token', key, job, alias };
}

/** What a route checks before the body of a request is read, and what its handler learns from it. */
export interface Guard<Who> {
  /** Hook for the route's options. Throws ServiceError 401, 404; 429 instead of 401 for too many wrong credentials. */
  readonly onRequest: (request: GuardedRequest) => Promise<void>;
  /** Returns the result for its handler. */
  readonly of: (request: GuardedRequest) => Who;
  /** Security schemes for its schema, any of which suffices. Named in openapi/overview.ts. */
  readonly security: SecurityRequirement[];
}

type SecurityRequirement = Partial<Record<'ApiKey' | 'JobToken', string[]>>;
const BY_KEY: SecurityRequirement[] = [{ ApiKey: [] }];
const BY_KEY_OR_TOKEN: SecurityRequirement[] = [{ ApiKey: [] }, { JobToken: [] }];

type GuardedRequest = Asker & { readonly params: unknown };

/** Guards routes that need a key. */
export const keyGuard = (context: ServiceContext) => guard(context, BY_KEY, (request) => requireKey(request, context));

/** Guards routes for those who administer the service. Throws ServiceError 403 for others. */
export const operatorGuard = (context: ServiceContext) =>
  guard(context, BY_KEY, async (request) => {
    const identity = await requireKey(request, context);
    if (identity.key.operator === 1) return identity;
    throw new ServiceError(
      'not_an_operator',
      'This needs the key of an operator ("convertd keys create --operator"), or a login in one of OIDC_OPERATORS.',
    );
  });

/** Guards routes for logged-in people: what a key could do there would outlive it. Throws ServiceError 401 for others. */
export const sessionGuard = (context: ServiceContext) =>
  guard(context, BY_KEY, async (request): Promise<ApiKeyRow> => {
    const { apiKey, token } = readCredentials(request.headers, context.config.headerAliases);
    const found = apiKey === null && token === null ? await findImplicit(request, context) : null;
    if (found === 'other_origin') throw otherOrigin();
    if (found?.via === 'session') return found.key;
    throw unauthorized('This needs a login, without a key.');
  });

/** Guards routes that a key or a token opens, and that name no job. */
export const keyOrTokenGuard = (context: ServiceContext) =>
  guard(context, BY_KEY_OR_TOKEN, (request) => requireKeyOrToken(request, context));

/** Guards routes with `:job_id`. */
export const jobGuard = (context: ServiceContext) =>
  guard(context, BY_KEY_OR_TOKEN, (request) =>
    requireJob(request, (request.params as { job_id: string }).job_id, context),
  );

function guard<Who>(
  context: ServiceContext,
  security: SecurityRequirement[],
  ask: (request: GuardedRequest) => Promise<Who>,
): Guard<Who> {
  const known = new WeakMap<GuardedRequest, Who>();
  return {
    security,
    onRequest: async (request) => {
      try {
        known.set(request, await ask(request));
      } catch (error) {
        await countWrongCredential(error, request, context);
        throw error;
      }
    },
    of: (request) => {
      const who = known.get(request);
      if (who === undefined) throw new Error('the guard of this route did not run');
      return who;
    },
  };
}

/** Counts wrong credentials; a request without any is not a guess. Throws ServiceError 429 for too many from the address. */
async function countWrongCredential(
  error: unknown,
  { headers, ip }: GuardedRequest,
  { config, guesses }: ServiceContext,
): Promise<void> {
  if (!(error instanceof ServiceError) || error.status !== 401) return;
  const { apiKey, token } = readCredentials(headers, config.headerAliases);
  if (apiKey !== null || token !== null) await guesses.credentials.count(clientNetwork(ip));
}

const NEEDED = 'This needs an API key: in the header X-Svc-Api-Key, or as Authorization: Bearer.';
const NEEDED_FOR_JOB = 'This needs an API key in the header X-Svc-Api-Key, or the token of the job in X-Svc-Token.';

/** The refusal of a request whose key does not exist, or that has none. */
const noKey = (apiKey: string | null, needed = NEEDED) =>
  unauthorized(apiKey === null ? needed : 'This API key is not valid: it does not exist here, or was revoked.');

const unauthorized = (
  message = 'The token in X-Svc-Token is not that of this job, or the key of the job was revoked.',
) => new ServiceError('unauthorized', message);

/** Keys are random and long, so the time to look up a hash reveals nothing. */
const findKey = (apiKey: string, { lookups }: ServiceContext): Promise<ApiKeyRow | undefined> =>
  lookups.keyByHash(hashCredential(apiKey));

/** Returns the value of a header. A repeated header counts as missing, because choosing one of its values would be a guess. */
function single(value: string | string[] | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
