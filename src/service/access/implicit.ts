import type { ServiceContext } from '../context.ts';
import type { ApiKeyRow, SessionRow } from '../database/tables.ts';
import { cookieOf, readCookies } from './cookies.ts';
import { keylessKey, needsNoKey } from './keyless.ts';
import { type Asker, isOwnOrigin } from './origin.ts';
import { findSession } from './sessions.ts';

/** The identity of a request that brings neither a key nor a token. */
export type Implicit =
  | { readonly via: 'session'; readonly key: ApiKeyRow; readonly session: SessionRow }
  | { readonly via: 'keyless'; readonly key: ApiKeyRow };

export const sessionCookie = ({ config }: Pick<ServiceContext, 'config'>) => cookieOf(config, 'session', 'Strict');

/** Whether `findImplicit` has anything to look for; not without logins and keyless access. */
export const mayBeImplicit = ({ config }: Pick<ServiceContext, 'config'>): boolean =>
  config.oidc !== null || config.keyless !== null;

/**
 * Finds the identity by session, or because no key is needed.
 * @returns `other_origin` if the request has an identity, but comes from a page of another origin
 */
export async function findImplicit(request: Asker, context: ServiceContext): Promise<Implicit | 'other_origin' | null> {
  const token = context.config.oidc && readCookies(request.headers.cookie).get(sessionCookie(context).name);
  const found = token ? await findSession(context, token) : undefined;
  if (found !== undefined) {
    if (!isOwnOrigin(request, context, { browserOnly: true })) return 'other_origin';
    return { via: 'session', ...found };
  }
  if (!needsNoKey(request, context)) return null;
  const key = await keylessKey(context.db);
  if (key === undefined) return null;
  return isOwnOrigin(request, context, { browserOnly: false }) ? { via: 'keyless', key } : 'other_origin';
}
