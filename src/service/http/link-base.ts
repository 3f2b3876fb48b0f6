import type { FastifyRequest } from 'fastify';
import type { ServiceConfig } from '../config.ts';
import type { ServiceContext } from '../context.ts';
import type { JobRow } from '../database/tables.ts';
import { ServiceError } from '../errors.ts';
import { type ForwardedRequest, forwardedRequest } from './forwarded.ts';

/* The base of the links that clients get: `server` of a job, `uri` of its outputs. Without a slash at its end. */

/** A host name or address and maybe a port, as a Host header has them (RFC 9110 7.2); no user, path or white space. */
const HOST = /^(?:\[[0-9a-f:.]{2,45}\]|[a-z0-9_](?:[a-z0-9._-]*[a-z0-9_])?\.?)(?::\d{1,5})?$/i;
/** A name in the DNS has at most 253 characters; with a port. */
const LONGEST_HOST = 259;
/** Path under which a proxy offers the service. */
const PREFIX = /^(?:\/[A-Za-z0-9._~-]+){1,16}$/;

type LinkRequest = Pick<FastifyRequest, 'headers' | 'raw'>;
type LinkContext = { readonly config: Pick<ServiceConfig, 'publicUrl' | 'trustsProxy'> } & Pick<
  ServiceContext,
  'publicUrl'
>;

/**
 * The base for the answer to a request: PUBLIC_URL; without it, the host that the client asked, as a trusted proxy says it, or else the
 * request itself. A client without a Host header (HTTP/1.0) gets where the service listens.
 *
 * @throws ServiceError 400 where the host is none that a link could have
 */
export function linkBase(request: LinkRequest, context: LinkContext): string {
  if (context.config.publicUrl !== null) return context.config.publicUrl;
  const prefix = forwardedBy(request, context).prefix?.replace(/\/+$/, '') ?? '';
  return `${askedOrigin(request, context)}${PREFIX.test(prefix) ? prefix : ''}`;
}

/**
 * The scheme, host and port that the client asked, whatever PUBLIC_URL says.
 *
 * @throws ServiceError 400 where the host is none that a link could have
 */
export function askedOrigin(request: LinkRequest, context: LinkContext): string {
  const forwarded = forwardedBy(request, context);
  const host = forwarded.host ?? request.headers.host;
  if (!host) return context.publicUrl();
  const scheme = forwarded.proto?.toLowerCase() === 'https' ? 'https' : 'http';
  const port = forwarded.port !== undefined && /^\d{1,5}$/.test(forwarded.port) ? forwarded.port : null;
  return originOf(scheme, port === null || /:\d+$/.test(host) ? host : `${host}:${port}`);
}

/** What a trusted proxy says; nothing if the peer is none. */
function forwardedBy({ headers, raw }: LinkRequest, { config: { trustsProxy } }: LinkContext): ForwardedRequest {
  return trustsProxy?.(raw.socket.remoteAddress ?? '') ? forwardedRequest(headers, trustsProxy) : {};
}

/** Of hosts that clients asked before: every request asks, and the parser of URLs takes longer than all the rest here. */
const knownOrigins = new Map<string, string>();
/** A client may ask under any name. */
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

/** The base for what no request asks for, as a callback: that of the request which made the job, unless PUBLIC_URL is set. */
export const linkBaseOfJob = ({ base_url }: Pick<JobRow, 'base_url'>, { config, publicUrl }: LinkContext): string =>
  config.publicUrl ?? base_url ?? publicUrl();
