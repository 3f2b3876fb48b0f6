import type { FastifyReply } from 'fastify';
import Type from 'typebox';
import { fromJson, type Json, toJson } from '../database/columns.ts';
import { ServiceError } from '../errors.ts';
import { refusals } from '../http/responses.ts';
import type { Routes } from '../http/routes.ts';
import { cookieOf, readCookies, setCookie } from './cookies.ts';
import { sessionCookie } from './implicit.ts';
import { createOidcClient, type OidcClient, type PendingLogin } from './oidc.ts';
import { LoginError } from './person.ts';
import { beginSession, endSessionOfToken } from './sessions.ts';

/** Seconds that a person has to log in at the provider. */
const LOGIN_SECONDS = 600;
const PURPOSE = 'login';

/** Content of the cookie of a login that has begun, sealed. */
type Begun = PendingLogin & { readonly until: number };

/** Routes by which people log in at the provider and come back with a session. */
export const loginRoutes: Routes = (server, context) => {
  const { config, secrets, log, now } = context;
  const oidc = config.oidc && createOidcClient(config.oidc, config.publicUrl ?? '');
  // `Lax`, because the provider sends the person back by a request from another site.
  const loginCookie = cookieOf(config, 'login', 'Lax');

  const requireOidc = (): OidcClient => {
    if (oidc !== null) return oidc;
    throw new ServiceError('no_such_address', 'Login is disabled: the operator has not set OIDC_ISSUER.');
  };
  /** Redirects to the page, which shows a failure. */
  const toPage = (reply: FastifyReply, cookies: readonly string[], failure?: LoginError): FastifyReply => {
    if (failure !== undefined) log.warn({ err: failure, failure: failure.failure }, 'login failed');
    return reply
      .headers({ 'set-cookie': [...cookies], 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
      .redirect(`${config.publicUrl}/${failure === undefined ? '' : `#login=${failure.failure}`}`, 303);
  };
  const forget = setCookie(loginCookie, '', 0);

  server.get(
    '/v2/login',
    {
      exposeHeadRoute: false,
      schema: { summary: 'Log in', tags: ['account'], response: { 303: Type.Null(), ...refusals(404) } },
    },
    async (_request, reply) => {
      try {
        const { url, pending } = await requireOidc().begin();
        const begun: Begun = { ...pending, until: now() + LOGIN_SECONDS * 1000 };
        const cookie = setCookie(loginCookie, secrets.seal(toJson(begun), PURPOSE), LOGIN_SECONDS);
        return reply.headers({ 'set-cookie': cookie, 'cache-control': 'no-store' }).redirect(url.href, 303);
      } catch (error) {
        if (error instanceof LoginError) return toPage(reply, [forget], error);
        throw error;
      }
    },
  );

  server.get(
    '/v2/login/callback',
    {
      exposeHeadRoute: false,
      schema: {
        summary: 'Come back from the login',
        tags: ['account'],
        response: { 303: Type.Null(), ...refusals(404) },
      },
    },
    async (request, reply) => {
      const provider = requireOidc();
      const cookies = readCookies(request.headers.cookie);
      try {
        const begun = readBegun(cookies.get(loginCookie.name));
        const query = new URLSearchParams(request.url.split('?', 2)[1] ?? '');
        const person = await provider.finish(query, begun);
        const session = await beginSession(context, person);
        await endSessionOfToken(context.db, cookies.get(sessionCookie(context).name));
        return toPage(reply, [forget, setCookie(sessionCookie(context), session.token, session.seconds)]);
      } catch (error) {
        if (error instanceof LoginError) return toPage(reply, [forget], error);
        throw error;
      }
    },
  );

  /** Throws LoginError `expired`. */
  function readBegun(sealed: string | undefined): Begun {
    const begun = sealed === undefined ? null : opened(sealed);
    if (begun !== null && begun.until > now()) return begun;
    throw new LoginError('expired', 'this browser has begun no login, or too long ago');
  }

  function opened(sealed: string): Begun | null {
    try {
      return fromJson(secrets.open(sealed, PURPOSE) as Json<Begun>);
    } catch {
      return null;
    }
  }
};
