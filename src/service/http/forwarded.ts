import type { IncomingHttpHeaders } from 'node:http';
import type { TrustsAddress } from '../trusted-proxies.ts';

/** A proxy's information about the request that it forwards, unchecked. */
export interface ForwardedRequest {
  readonly host?: string | undefined;
  /** `http` or `https`, or whatever the proxy wrote. */
  readonly proto?: string | undefined;
  readonly port?: string | undefined;
  /** Path under which the proxy serves the service. */
  readonly prefix?: string | undefined;
}

/**
 * Reads what a trusted proxy sends in X-Forwarded-Host, -Proto, -Port and -Prefix, or, if it sends none of these, in Forwarded (RFC 7239).
 * Never both: a proxy that knows one kind passes the other on as the client sent it. If X-Forwarded values are lists, the last one counts:
 * it is from the nearest proxy.
 */
export function forwardedRequest(headers: IncomingHttpHeaders, trusts: TrustsAddress): ForwardedRequest {
  const last = (name: string) => headers[`x-forwarded-${name}`]?.toString().split(',').at(-1)?.trim() || undefined;
  const forwarded = { host: last('host'), proto: last('proto'), port: last('port'), prefix: last('prefix') };
  if (Object.values(forwarded).some((value) => value !== undefined)) return forwarded;
  return headers.forwarded === undefined ? {} : farthestTrusted(parseForwarded(headers.forwarded), trusts);
}

/**
 * Each proxy appends an element about the peer that asked it. Starting at the nearest, as long as that peer is a trusted proxy, too, the
 * element before is trusted as well.
 */
function farthestTrusted(elements: readonly ForwardedElement[], trusts: TrustsAddress): ForwardedRequest {
  let forwarded: ForwardedRequest = {};
  for (const { for: asker = '', host, proto } of elements.toReversed()) {
    forwarded = { host: host ?? forwarded.host, proto: proto ?? forwarded.proto };
    if (!trusts(addressOf(asker))) break;
  }
  return forwarded;
}

/** RFC 7239 6: an IPv6 address is in brackets, and a port may follow. */
const addressOf = (node: string): string =>
  /^\[(?<v6>[^\]]*)\](:\w+)?$/.exec(node)?.groups?.v6 ?? node.replace(/:\w+$/, '');

type ForwardedElement = Readonly<Partial<Record<string, string>>>;

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const QUOTED = '"(?:[^"\\\\]|\\\\.)*"';
/** RFC 7239 4: pairs separated by semicolons, elements by commas. */
const PAIR = new RegExp(`\\s*(?:(?<name>${TOKEN})=(?<value>${TOKEN}|${QUOTED}))?\\s*(?<end>[;,]|$)`, 'y');

/**
 * Parses the elements of a Forwarded header (RFC 7239 4): names in lower case, values without their quotes.
 * @returns no elements if the header is malformed: then nothing in it can be trusted
 */
export function parseForwarded(header: string): ForwardedElement[] {
  const elements: Record<string, string>[] = [];
  let element: Record<string, string> = {};
  for (let at = 0; at <= header.length; ) {
    PAIR.lastIndex = at;
    const found = PAIR.exec(header)?.groups;
    if (found === undefined) return [];
    const { name, value, end } = found;
    if (name !== undefined && value !== undefined) element[name.toLowerCase()] = unquoted(value);
    if (end !== ';') {
      elements.push(element);
      element = {};
    }
    if (end === '') break;
    at = PAIR.lastIndex;
  }
  return elements;
}

const unquoted = (value: string): string =>
  value.startsWith('"') ? value.slice(1, -1).replace(/\\(.)/g, '$1') : value;
