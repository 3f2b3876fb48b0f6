import { lookup as dnsLookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import type { AddressGuard } from './address-guard.ts';

/** Thrown before a byte is sent. `message` is only for the log: it may reveal what a private name resolves to. */
export class AddressRefusedError extends Error {
  override readonly name = 'AddressRefusedError';
  readonly code = 'ADDRESS_REFUSED';
}

/** Resolves a name to all its addresses, as `dns.lookup` with `all: true` does. */
export type Resolver = (
  hostname: string,
  options: { readonly all: true; readonly hints?: number | undefined; readonly family?: number | undefined },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export interface ConnectorOptions {
  readonly guard: AddressGuard;
  /** Limit for name lookup, TCP and TLS together, milliseconds. */
  readonly timeoutMs: number;
  readonly resolve?: Resolver;
}

export const systemResolver: Resolver = (hostname, options, callback) => {
  const { hints, family } = options;
  dnsLookup(hostname, { all: true, ...(hints && { hints }), ...(family && { family }) }, callback);
};

/**
 * Returns an undici connector that asks the guard about every connection: about the address in the URL, about the DNS answer for exactly
 * this connection (so a second, different answer gains nothing), and about the peer of the open socket before anything is sent. If a name
 * has several addresses, refused ones are left out.
 */
export function guardedConnector({ guard, timeoutMs, resolve = systemResolver }: ConnectorOptions) {
  const connector: buildConnector.connector = (options, callback) => {
    const host = options.hostname;
    const port = Number(options.port) || (options.protocol === 'https:' ? 443 : 80);
    const refusal = (address: string): string | null => guard.refusal(address, { host, port });

    const literal = isIP(host) === 0 ? null : refusal(host);
    if (literal !== null) {
      callback(new AddressRefusedError(literal), null);
      return;
    }
    const connect = buildConnector({ allowH2: false, timeout: timeoutMs, lookup: guardedLookup(resolve, refusal) });
    connect(options, (...[error, socket]) => {
      if (error !== null) {
        callback(error, null);
        return;
      }
      const peer = refusal(socket.remoteAddress ?? 'unknown');
      if (peer === null) callback(null, socket);
      else {
        socket.destroy();
        callback(new AddressRefusedError(peer), null);
      }
    });
  };
  return connector;
}

/** Returns a lookup for `net.connect` that returns the addresses that are not refused, or fails if none is left. */
export function guardedLookup(resolve: Resolver, refusal: (address: string) => string | null): LookupFunction {
  return (hostname, options, callback) => {
    const family = typeof options.family === 'number' ? options.family : undefined;
    resolve(hostname, { all: true, hints: options.hints, family }, (error, addresses) => {
      if (error !== null) {
        callback(error, []);
        return;
      }
      const allowed = addresses.filter(({ address }) => refusal(address) === null);
      const [first] = allowed;
      if (first === undefined) {
        const reasons = addresses.map(({ address }) => refusal(address));
        callback(new AddressRefusedError(`${hostname}: ${reasons.join('; ') || 'no address'}`), []);
      } else if (options.all) callback(null, allowed);
      else callback(null, first.address, first.family);
    });
  };
}
