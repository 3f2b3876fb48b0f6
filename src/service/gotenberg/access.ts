import { type Asker, isOwnHost, isOwnOrigin } from '../access/origin.ts';
import type { ServiceContext } from '../context.ts';
import type { ApiKeyRow } from '../database/tables.ts';
import { type Guard, keyGuard, readCredentials } from '../http/auth.ts';
import { GOTENBERG_KEY_ID } from '../keys/keys.ts';
import { Refusal } from './refusal.ts';

/** Guards Gotenberg's routes. */
export type GotenbergGuard = Pick<Guard<ApiKeyRow>, 'onRequest' | 'of'>;

/**
 * Returns the guard of the installation's setting: a key is needed, or none is. Without one, all requests share a key that no credential
 * opens, so nobody but this interface sees their jobs.
 */
export function gotenbergGuard(context: ServiceContext): GotenbergGuard {
  const byKey = keyGuard(context);
  const withKey: GotenbergGuard = { onRequest: byKey.onRequest, of: (request) => byKey.of(request).key };
  if (context.config.gotenberg?.needsKey !== false) return withKey;
  const known = new WeakMap<object, ApiKeyRow>();
  return {
    async onRequest(request) {
      if (readCredentials(request.headers, context.config.headerAliases).apiKey !== null)
        return withKey.onRequest(request);
      refuseForeignPages(request, context);
      known.set(request, await openKey(context));
    },
    of: (request) => known.get(request) ?? withKey.of(request),
  };
}

/**
 * Without a key, a page that somebody visits could send requests from their browser into the network. Programs, which are what uses this
 * interface, send neither header. Throws Refusal 403.
 */
function refuseForeignPages(request: Asker, context: ServiceContext): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (origin === undefined && site === undefined) return;
  if (isOwnHost(request, context) && isOwnOrigin(request, context, { browserOnly: false })) return;
  throw new Refusal(403, 'Requests from pages of other origins need an API key.');
}

async function openKey({ db }: ServiceContext): Promise<ApiKeyRow> {
  const key = await db
    .selectFrom('api_keys')
    .selectAll()
    .where('id', '=', GOTENBERG_KEY_ID)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (key !== undefined) return key;
  throw new Refusal(403, "Gotenberg's interface was closed: its key is revoked.");
}
