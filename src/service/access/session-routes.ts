import Type from 'typebox';
import { timestamp } from '../documents/from-rows.ts';
import { Timestamp } from '../documents/schemas.ts';
import { optionalKey } from '../http/auth.ts';
import { OF_BODY, refusals } from '../http/responses.ts';
import type { Routes } from '../http/routes.ts';
import { idToken } from '../secrets/sealed-columns.ts';
import { setCookie } from './cookies.ts';
import { findImplicit, sessionCookie } from './implicit.ts';
import { createOidcClient } from './oidc.ts';
import { endSession } from './sessions.ts';

const Nullable = <Schema extends Type.TSchema>(schema: Schema, description: string) =>
  Type.Union([schema, Type.Null()], { description });

export const SessionDocument = Type.Object(
  {
    signed_in: Type.Boolean({ description: 'Whether requests like this one may act' }),
    via: Nullable(
      Type.Union([Type.Literal('key'), Type.Literal('session'), Type.Literal('keyless')]),
      '`key`: the API key that was sent. `session`: a login. `keyless`: no key is needed from here. null: a key or a login is needed',
    ),
    name: Nullable(Type.String(), 'Of the person, or of the key'),
    contract: Nullable(Type.String(), 'Its name'),
    expires_at: Nullable(Timestamp, 'When the login ends'),
    login: Type.Boolean({ description: 'Whether people can log in, at `GET /v2/login`' }),
  },
  { $id: 'Session' },
);

export const LogoutDocument = Type.Object(
  { redirect: Nullable(Type.String(), 'Where the provider ends its own session; null: nowhere') },
  { $id: 'Logout' },
);

/** Routes that show what a page may do, and that end a login. */
export const sessionRoutes: Routes = (server, context) => {
  const { config } = context;
  const oidc = config.oidc && createOidcClient(config.oidc, config.publicUrl ?? '');

  server.get(
    '/v2/session',
    {
      schema: {
        summary: 'Read who a request acts as',
        tags: ['account'],
        response: { 200: SessionDocument, ...refusals() },
      },
    },
    async (request, reply) => {
      const found = await optionalKey(request, context);
      reply.header('cache-control', 'no-store');
      const session = found?.via === 'session' ? found.session : null;
      return {
        signed_in: found !== undefined,
        via: found?.via ?? null,
        name: session?.name ?? found?.key.name ?? null,
        contract: found?.key.contract ?? null,
        expires_at: session === null ? null : timestamp(session.expires_at),
        login: config.oidc !== null,
      };
    },
  );

  server.delete(
    '/v2/session',
    {
      schema: {
        summary: 'Log out',
        tags: ['account'],
        response: { 200: LogoutDocument, ...refusals(...OF_BODY) },
      },
    },
    async (request, reply) => {
      const found = await findImplicit(request, context);
      reply.header('cache-control', 'no-store');
      if (found === null || found === 'other_origin' || found.via !== 'session') return { redirect: null };
      const { session } = found;
      await endSession(context.db, session.id);
      reply.header('set-cookie', setCookie(sessionCookie(context), '', 0));
      const token = idToken.open(context.secrets, session.id, session.id_token);
      return { redirect: (await oidc?.logoutUrl(token)) ?? null };
    },
  );
};
