import type { FastifyRequest } from 'fastify';
import type { ServiceContext } from '../context.ts';
import { askedOrigin } from '../http/link-base.ts';

/*
 * A browser sends cookies, and has an address in a trusted network, whatever page asks for a request. So what such requests may do is
 * only for pages of this service: all others are asked for what their pages cannot know, a key.
 */

export type Asker = Pick<FastifyRequest, 'headers' | 'ip' | 'method' | 'raw'>;
type OriginContext = Pick<ServiceContext, 'config' | 'publicUrl'>;

const changesNothing = (method: string): boolean => method === 'GET' || method === 'HEAD' || method === 'OPTIONS';

/**
 * Whether a request comes from a page of this service, or from no page at all.
 * @param browserOnly a request that could change something must say where it comes from, as every browser does
 */
export function isOwnOrigin(
  request: Asker,
  context: OriginContext,
  { browserOnly }: { browserOnly: boolean },
): boolean {
  const { headers, method } = request;
  const site = headers['sec-fetch-site'];
  // Browsers tell it on https:// and localhost alone. `none`: the person has typed the address.
  if (site !== undefined) return site === 'same-origin' || (site === 'none' && changesNothing(method));
  const { origin } = headers;
  if (origin !== undefined) return URL.canParse(origin) && ownHosts(request, context).has(new URL(origin).host);
  return changesNothing(method) || !browserOnly;
}

/**
 * Whether the host that a request asks for cannot be a name of somebody else's that leads here (DNS rebinding): it is an address,
 * localhost, or that of PUBLIC_URL.
 */
export function isOwnHost(request: Asker, context: OriginContext): boolean {
  const { hostname, host } = new URL(askedOrigin(request, context));
  if (/^(\d+\.){3}\d+$/.test(hostname) || hostname.startsWith('[') || hostname === 'localhost') return true;
  const { publicUrl } = context.config;
  return publicUrl !== null && new URL(publicUrl).host === host;
}

/** Hosts, with ports, under which this service was asked. */
function ownHosts(request: Asker, context: OriginContext): Set<string> {
  const { publicUrl } = context.config;
  const asked = askedOrigin(request, context);
  return new Set([asked, ...(publicUrl === null ? [] : [publicUrl])].map((url) => new URL(url).host));
}
