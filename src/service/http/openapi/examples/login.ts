import type { Static } from 'typebox';
import type { LogoutDocument, SessionDocument } from '../../../access/session-routes.ts';
import { example } from '../example.ts';

type Session = Static<typeof SessionDocument>;

export const LOGIN_EXAMPLES = {
  LoggedIn: example<Session>('A person who has logged in', {
    signed_in: true,
    via: 'session',
    name: 'Ada Lovelace',
    contract: 'standard',
    expires_at: '2026-01-31T20:00:00',
    login: true,
  }),
  NobodyYet: example<Session>('Nobody, where a key is needed', {
    signed_in: false,
    via: null,
    name: null,
    contract: null,
    expires_at: null,
    login: false,
  }),
  LoggedOut: example<Static<typeof LogoutDocument>>('The provider has a session of its own', {
    redirect: 'https://login.example.com/session/end?id_token_hint=eyJhbGciOi',
  }),
} as const;
