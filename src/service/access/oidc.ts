import * as client from 'openid-client';
import type { OidcConfig } from './config.ts';
import { LoginError, type Person } from './person.ts';

/* Logins by an OpenID provider: authorization code with PKCE, state and nonce. `openid-client` speaks the protocol and checks tokens. */

/** What the service must remember until a person comes back. */
export interface PendingLogin {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export interface OidcClient {
  /** Returns the URL to send a person to. Throws LoginError `unavailable`. */
  begin(): Promise<{ readonly url: URL; readonly pending: PendingLogin }>;
  /**
   * Returns the person who has come back.
   * @param returned the query that the provider has added to the callback's address
   * @throws LoginError
   */
  finish(returned: URLSearchParams, pending: PendingLogin): Promise<Person>;
  /** Returns the address where the provider ends its own session. Null if it has none, or cannot be reached. */
  logoutUrl(idToken: string): Promise<string | null>;
}

const TIMEOUT_SECONDS = 10;

/** @param base PUBLIC_URL. The provider is asked for its addresses at first use, so it may start after the service */
export function createOidcClient(config: OidcConfig, base: string): OidcClient {
  const redirectUri = `${base}/v2/login/callback`;
  let known: Promise<client.Configuration> | null = null;

  async function provider(): Promise<client.Configuration> {
    known ??= discover(config);
    try {
      return await known;
    } catch (cause) {
      known = null;
      throw new LoginError('unavailable', 'the provider cannot be reached, or does not describe itself', cause);
    }
  }

  return {
    begin: async () => {
      const found = await provider();
      const pending = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      };
      const url = client.buildAuthorizationUrl(found, {
        redirect_uri: redirectUri,
        scope: config.scopes,
        state: pending.state,
        nonce: pending.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(pending.verifier),
        code_challenge_method: 'S256',
      });
      return { url, pending };
    },

    finish: async (returned, pending) => {
      if (returned.get('state') !== pending.state) {
        throw new LoginError('expired', 'the state is not that of the login that this browser has begun');
      }
      const found = await provider();
      const tokens = await client
        .authorizationCodeGrant(found, new URL(`${redirectUri}?${returned}`), {
          pkceCodeVerifier: pending.verifier,
          expectedState: pending.state,
          expectedNonce: pending.nonce,
          idTokenExpected: true,
        })
        .catch(throwLoginError);
      const claims = tokens.claims();
      if (claims === undefined || tokens.id_token === undefined) {
        throw new LoginError('refused', 'the provider sent no ID token');
      }
      // Providers put groups into the ID token, or only into the userinfo that the access token opens.
      const all: Claims =
        config.groupsClaim in claims
          ? claims
          : {
              ...(await client.fetchUserInfo(found, tokens.access_token, claims.sub).catch(throwLoginError)),
              ...claims,
            };
      return {
        issuer: claims.iss,
        subject: claims.sub,
        name: nameIn(all) ?? claims.sub,
        ...rightsOfGroups(config, groupsIn(all[config.groupsClaim])),
        idToken: tokens.id_token,
      };
    },

    logoutUrl: async (idToken) => {
      const found = await provider().catch(() => null);
      if (found?.serverMetadata().end_session_endpoint === undefined) return null;
      const parameters = { id_token_hint: idToken, post_logout_redirect_uri: `${base}/` };
      return client.buildEndSessionUrl(found, parameters).href;
    },
  };
}

function discover({ issuer, clientId, clientSecret }: OidcConfig): Promise<client.Configuration> {
  return client.discovery(
    new URL(issuer),
    clientId,
    {},
    clientSecret === null ? client.None() : client.ClientSecretBasic(clientSecret),
    // Settings allow http:// for this machine only.
    { timeout: TIMEOUT_SECONDS, execute: issuer.startsWith('http:') ? [client.allowInsecureRequests] : [] },
  );
}

type Claims = Readonly<Record<string, unknown>>;

const groupsIn = (claim: unknown): string[] => [claim].flat().filter((group) => typeof group === 'string');

/** Returns the contract of the first of the operator's groups that a person belongs to. Throws LoginError `no_contract`. */
function rightsOfGroups(
  { contracts, operators, groupsClaim }: OidcConfig,
  groups: readonly string[],
): Pick<Person, 'contract' | 'isOperator'> {
  const found = contracts.find(([group]) => group === '*' || groups.includes(group));
  if (found !== undefined) return { contract: found[1], isOperator: operators.some((group) => groups.includes(group)) };
  throw new LoginError('no_contract', `no group in the claim ${groupsClaim} is one of OIDC_CONTRACTS`);
}

const nameIn = (claims: Claims): string | undefined =>
  ['name', 'preferred_username', 'email']
    .map((name) => claims[name])
    .find((value) => typeof value === 'string' && value !== '') as string | undefined;

/** Throws `refused` for the provider's refusals and invalid tokens, `unavailable` if it does not answer. */
function throwLoginError(cause: unknown): never {
  const isAnswer =
    cause instanceof client.AuthorizationResponseError ||
    cause instanceof client.ResponseBodyError ||
    // Above all, the client's own secret is wrong.
    cause instanceof client.WWWAuthenticateChallengeError ||
    (cause instanceof client.ClientError && cause.code !== 'OAUTH_TIMEOUT');
  throw new LoginError(
    isAnswer ? 'refused' : 'unavailable',
    isAnswer ? 'the provider refused the login, or its answer is not valid' : 'the provider does not answer',
    cause,
  );
}
