import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { isIP } from 'node:net';
import type { AddressGuard } from './address-guard.ts';
import { AddressRefusedError, guardedLookup, systemResolver } from './guarded-connector.ts';

interface Target {
  readonly host?: string | null | undefined;
  readonly port?: number | string | null | undefined;
}

/**
 * Returns agents of `node:http` for libraries that accept no other. The guard checks every connection, to an address or a name, with
 * exactly the address that is connected to.
 */
export function guardedAgents(guard: AddressGuard): { httpAgent: HttpAgent; httpsAgent: HttpsAgent } {
  /** Adds a lookup that returns only allowed addresses. Throws AddressRefusedError for an address that is refused. */
  const guarded = <Options extends Target>(options: Options) => {
    const host = (options.host ?? 'localhost').replace(/^\[|\]$/g, '');
    const refusal = (address: string): string | null => guard.refusal(address, { host, port: Number(options.port) });
    const literal = isIP(host) === 0 ? null : refusal(host);
    if (literal !== null) throw new AddressRefusedError(literal);
    return { ...options, lookup: guardedLookup(systemResolver, refusal) };
  };
  class GuardedHttpAgent extends HttpAgent {
    override createConnection(...[options, callback]: Parameters<HttpAgent['createConnection']>) {
      return super.createConnection(guarded(options), callback);
    }
  }
  class GuardedHttpsAgent extends HttpsAgent {
    override createConnection(...[options, callback]: Parameters<HttpsAgent['createConnection']>) {
      return super.createConnection(guarded(options), callback);
    }
  }
  return {
    httpAgent: new GuardedHttpAgent({ keepAlive: true }),
    httpsAgent: new GuardedHttpsAgent({ keepAlive: true }),
  };
}
