import type { FastifyRequest } from 'fastify';
import type { ServiceContext } from '../context.ts';
import { askedOrigin } from '../http/link-base.ts';

/*
 * A browser sends cookies, and has an address in a trusted network, for requests of every page. So only pages of this service may make such
 * requests; all others need a key, which their pages cannot know.
 */

export type Asker = Pick<FastifyRequest, 'headers' | 'ip' | 'method' | 'raw'>;
type OriginContext = Pick<ServiceContext, 'config' | 'publicUrl'>;

const changesNothing = (method: string): boolean => method === 'GET' || method === 'HEAD' || method === 'OPTIONS';

/**
 * Whether a request comes from a page of this service, or from no page at all.
 * @param browserOnly a request that could change something must name its origin, as every browser does
 */
export function isOwnOrigin(
  request: Asker,
  context: OriginContext,
  { browserOnly }: { browserOnly: boolean },
): boolean {
  const { headers, method } = request;
  const site = headers['sec-fetch-site'];
  // Browsers send it on https:// and localhost only. `none`: the person has typed the address.
  if (site !== undefined) return site === 'same-origin' || (site === 'none' && changesNothing(method));
  const { origin } = headers;
  if (origin !== undefined) return URL.canParse(origin) && ownHosts(request, context).has(new URL(origin).host);
  return changesNothing(method) || !browserOnly;
}

/**
 * Whether the requested host cannot be a foreign name that leads here (DNS rebinding): it is an address, localhost, or the host of
 * PUBLIC_URL.
 */
export function isOwnHost(request: Asker, context: OriginContext): boolean {
  const { hostname, host } = new URL(askedOrigin(request, context));
  if (/^(\d+\.){3}\d+$/.test(hostname) || hostname.startsWith('[') || hostname === 'localhost') return true;
  const { publicUrl } = context.config;
  return publicUrl !== null && new URL(publicUrl).host === host;
}

/** Returns the hosts, with ports, under which this service was asked. */
function ownHosts(request: Asker, context: OriginContext): Set<string> {
  const { publicUrl } = context.config;
  const asked = askedOrigin(request, context);
  return new Set([asked, ...(publicUrl === null ? [] : [publicUrl])].map((url) => new URL(url).host));
}
