import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { pluralize } from '../../util/pluralize.ts';
import { findImplicit, mayBeImplicit } from '../access/implicit.ts';
import type { Asker } from '../access/origin.ts';
import type { ServiceContext } from '../context.ts';
import { ServiceError } from '../errors.ts';
import { contractOf } from '../keys/contracts.ts';
import { hashCredential } from '../secrets/secrets.ts';
import { readCredentials } from './auth.ts';
import type { Server } from './routes.ts';

/** Seconds after which a client that was told to wait may retry: most requests take less. */
const RETRY_AFTER = '1';
/** Time that the key of a credential is cached, ms. A changed contract takes effect after this at the latest. */
const REMEMBERED_MS = 10_000;
const MAX_REMEMBERED = 10_000;
/** Routes that carry files. They last as long as the client's connection or the conversion needs, so they must not block short requests. */
const TRANSFERS = /^(?:\/v2)?\/(?:(?:upload|download)-|tus\/|convert\/|forms\/|jobs\/:job_id\/download$)/;
/** Event streams last as long as somebody watches, so they must not either. */
const EVENT_STREAMS = /\/events$/;

const kindOf = (url: string): string => {
  if (EVENT_STREAMS.test(url)) return 'event stream';
  return TRANSFERS.test(url) ? 'transfer' : 'request';
};

/** Owner that a request counts for. */
interface Owner {
  readonly keyId: string;
  readonly contract: string;
}

/**
 * Answers 429 if a key, with the tokens of its jobs, has as many requests under way as its contract allows (`max_concurrent_requests`).
 * Transfers and event streams are counted separately. Each process of a service counts for itself. Call it before routes are added.
 */
export function limitConcurrency(server: Server, context: ServiceContext): void {
  const underWay = new Map<string, number>();
  const ownerOf = rememberOwners(context);
  server.addHook('onRequest', (request, reply, done) => {
    const owner = ownerOf(request);
    if (!(owner instanceof Promise)) return begin(owner, request, reply, done);
    owner.then((found) => begin(found, request, reply, done), done);
  });

  function begin(owner: Owner | null, request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) {
    // Without valid credentials there is nobody to count for. Routes that need them refuse the request.
    if (owner === null || request.raw.socket.destroyed) return done();
    const kind = kindOf(request.routeOptions.url ?? '');
    const counter = `${kind} ${owner.keyId}`;
    const limit = contractOf(context.config.contracts, owner.contract).max_concurrent_requests;
    const count = underWay.get(counter) ?? 0;
    if (count >= limit) {
      const message = `The contract of this key allows ${pluralize(limit, kind)} at a time, and as many are under way; try again when one has ended.`;
      return done(new ServiceError('too_many_requests', message, { headers: { 'retry-after': RETRY_AFTER } }));
    }
    underWay.set(counter, count + 1);
    // Emitted once for each answer, even if the client disconnects before it.
    reply.raw.once('close', () => {
      const left = (underWay.get(counter) ?? 1) - 1;
      if (left > 0) underWay.set(counter, left);
      else underWay.delete(counter);
    });
    done();
  }
}

interface Remembered {
  readonly owner: Owner;
  readonly until: number;
}

/** Looks up and caches the owner of a credential, as every request asks; unknown ones are not cached. At once if cached. */
function rememberOwners(context: ServiceContext) {
  const { db, now, config } = context;
  const known = new Map<string, Remembered>();
  return (request: Asker): Owner | null | Promise<Owner | null> => {
    const { apiKey, token } = readCredentials(request.headers, config.headerAliases);
    const credential = apiKey ?? token;
    if (credential === null) return mayBeImplicit(context) ? ownerWithout(request) : null;
    const hash = hashCredential(credential);
    const remembered = known.get(hash);
    if (remembered !== undefined && remembered.until > now()) return remembered.owner;
    return remember(hash, apiKey === null ? ownerOfToken(hash) : ownerOfKey(hash));
  };

  async function remember(hash: string, finding: Promise<Owner | null>): Promise<Owner | null> {
    const owner = await finding;
    if (owner === null) return null;
    if (known.size >= MAX_REMEMBERED) known.clear();
    known.set(hash, { owner, until: now() + REMEMBERED_MS });
    return owner;
  }

  async function ownerWithout(request: Asker): Promise<Owner | null> {
    const found = await findImplicit(request, context);
    return found === null || found === 'other_origin' ? null : { keyId: found.key.id, contract: found.key.contract };
  }

  async function ownerOfKey(hash: string): Promise<Owner | null> {
    const key = await db
      .selectFrom('api_keys')
      .select(['id as keyId', 'contract'])
      .where('hash', '=', hash)
      .where('revoked_at', 'is', null)
      .executeTakeFirst();
    return key ?? null;
  }

  async function ownerOfToken(hash: string): Promise<Owner | null> {
    const key = await db
      .selectFrom('jobs')
      .innerJoin('api_keys', 'api_keys.id', 'jobs.key_id')
      .select(['api_keys.id as keyId', 'api_keys.contract'])
      .where('jobs.token_hash', '=', hash)
      .where('api_keys.revoked_at', 'is', null)
      .executeTakeFirst();
    return key ?? null;
  }
}
