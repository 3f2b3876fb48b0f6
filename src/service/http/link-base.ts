import type { FastifyRequest } from 'fastify';
import type { ServiceConfig } from '../config.ts';
import type { ServiceContext } from '../context.ts';
import type { JobRow } from '../database/tables.ts';
import { ServiceError } from '../errors.ts';
import { type ForwardedRequest, forwardedRequest } from './forwarded.ts';

/* The base of the links that clients get: `server` of a job, `uri` of its outputs. It has no slash at its end. */

/** Matches a host name or address with an optional port, as in Host headers (RFC 9110 7.2); no user, path or white space. */
const HOST = /^(?:\[[0-9a-f:.]{2,45}\]|[a-z0-9_](?:[a-z0-9._-]*[a-z0-9_])?\.?)(?::\d{1,5})?$/i;
/** A DNS name has at most 253 characters; this includes a port. */
const LONGEST_HOST = 259;
/** Matches the path under which a proxy serves the service. */
const PREFIX = /^(?:\/[A-Za-z0-9._~-]+){1,16}$/;

type LinkRequest = Pick<FastifyRequest, 'headers' | 'raw'>;
type LinkContext = { readonly config: Pick<ServiceConfig, 'publicUrl' | 'trustsProxy'> } & Pick<
  ServiceContext,
  'publicUrl'
>;

/**
 * Returns the base for the answer to a request: PUBLIC_URL or, without it, the host that the client asked for according to a trusted proxy,
 * or else to the request itself. A client without a Host header (HTTP/1.0) gets the address that the service listens on.
 * @throws ServiceError 400 if the host is invalid in a link
 */
export function linkBase(request: LinkRequest, context: LinkContext): string {
  if (context.config.publicUrl !== null) return context.config.publicUrl;
  const prefix = forwardedBy(request, context).prefix?.replace(/\/+$/, '') ?? '';
  return `${askedOrigin(request, context)}${PREFIX.test(prefix) ? prefix : ''}`;
}

/**
 * Returns the scheme, host and port that the client asked for, regardless of PUBLIC_URL.
 * @throws ServiceError 400 if the host is invalid in a link
 */
export function askedOrigin(request: LinkRequest, context: LinkContext): string {
  const forwarded = forwardedBy(request, context);
  const host = forwarded.host ?? request.headers.host;
  if (!host) return context.publicUrl();
  const scheme = forwarded.proto?.toLowerCase() === 'https' ? 'https' : 'http';
  const port = forwarded.port !== undefined && /^\d{1,5}$/.test(forwarded.port) ? forwarded.port : null;
  return originOf(scheme, port === null || /:\d+$/.test(host) ? host : `${host}:${port}`);
}

/** Returns what a trusted proxy sent; nothing if the peer is not trusted. */
function forwardedBy({ headers, raw }: LinkRequest, { config: { trustsProxy } }: LinkContext): ForwardedRequest {
  return trustsProxy?.(raw.socket.remoteAddress ?? '') ? forwardedRequest(headers, trustsProxy) : {};
}

/** Cache of hosts: every request needs one, and the URL parser takes longer than everything else here. */
const knownOrigins = new Map<string, string>();
/** A client may use any host name. */
const MOST_KNOWN = 1000;

function originOf(scheme: string, host: string): string {
  const url = `${scheme}://${host}`;
  const known = knownOrigins.get(url);
  if (known !== undefined) return known;
  if (host.length <= LONGEST_HOST && HOST.test(host) && URL.canParse(url)) {
    const { origin } = new URL(url);
    if (knownOrigins.size >= MOST_KNOWN) knownOrigins.clear();
    knownOrigins.set(url, origin);
    return origin;
  }
  throw new ServiceError(
    'invalid_request',
    'The Host header of the request is not a host name or address with an optional port.',
    {
      errors: { Host: 'must be a host name or address, with an optional port' },
    },
  );
}

/** Returns the base for messages without a request, such as callbacks: PUBLIC_URL, or that of the request that made the job. */
export const linkBaseOfJob = ({ base_url }: Pick<JobRow, 'base_url'>, { config, publicUrl }: LinkContext): string =>
  config.publicUrl ?? base_url ?? publicUrl();
