import type { ServiceContext } from '../context.ts';
import type { ApiKeyRow, SessionRow } from '../database/tables.ts';
import { cookieOf, readCookies } from './cookies.ts';
import { keylessKey, needsNoKey } from './keyless.ts';
import { type Asker, isOwnOrigin } from './origin.ts';
import { findSession } from './sessions.ts';

/** What a request acts as although it brings neither a key nor a token. */
export type Implicit =
  | { readonly via: 'session'; readonly key: ApiKeyRow; readonly session: SessionRow }
  | { readonly via: 'keyless'; readonly key: ApiKeyRow };

export const sessionCookie = ({ config }: Pick<ServiceContext, 'config'>) => cookieOf(config, 'session', 'Strict');

/** Whether `findImplicit` has anything to look for: without logins and keyless access there is nothing. */
export const mayBeImplicit = ({ config }: Pick<ServiceContext, 'config'>): boolean =>
  config.oidc !== null || config.keyless !== null;

/**
 * By its session, or because it needs no key.
 * @returns `other_origin` where it would act as somebody, but a page of another origin has asked for it
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
