import type { ServiceContext } from '../context.ts';
import type { Database } from '../database/open.ts';
import type { ApiKeyRow } from '../database/tables.ts';
import { KEYLESS_KEY_ID } from '../keys/keys.ts';
import { type Asker, isOwnHost } from './origin.ts';

/** Headers of proxies. If a peer that is not a trusted proxy sends one, the origin of the request is unknown. */
const FORWARDED = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
] as const;

/** Whether a request needs no key, judged by where it comes from. */
export function needsNoKey(request: Asker, context: Pick<ServiceContext, 'config' | 'publicUrl'>): boolean {
  const { keyless, trustsProxy } = context.config;
  if (keyless === null) return false;
  const { headers, ip, raw } = request;
  const isProxied = trustsProxy?.(raw.socket.remoteAddress ?? '') === true;
  // With a trusted proxy that does not name the client, every client would have the proxy's address.
  if (isProxied ? headers['x-forwarded-for'] === undefined : FORWARDED.some((name) => headers[name] !== undefined)) {
    return false;
  }
  return keyless.isFrom(plainAddress(ip)) && isOwnHost(request, context);
}

/** Dual-stack sockets write an IPv4 address as an IPv6 one. */
const plainAddress = (ip: string): string => ip.replace(/^::ffff:(?=\d+\.)/i, '');

/** Returns the key of all such requests; undefined if the operator has revoked it. */
export const keylessKey = (db: Database): Promise<ApiKeyRow | undefined> =>
  db
    .selectFrom('api_keys')
    .selectAll()
    .where('id', '=', KEYLESS_KEY_ID)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
