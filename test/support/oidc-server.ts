import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

/** Name of a person, which is the subject of the token, to the person's claims. */
export type People = Readonly<Record<string, Record<string, unknown>>>;

export interface OidcServer {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  stop(): Promise<void>;
}

interface Options {
  /** Address to which the provider may redirect people. */
  readonly redirectUri: string;
  readonly people: People;
  /** Puts groups and names into the ID token; otherwise only the userinfo endpoint has them. */
  readonly claimsInIdToken?: boolean;
}

const CLIENT = { clientId: 'convertd', clientSecret: 'a secret of the provider' };

/** A certified OpenID provider (`oidc-provider`) on loopback, with its own pages for login and consent. It accepts any password. */
export async function startOidcServer({ redirectUri, people, claimsInIdToken = false }: Options): Promise<OidcServer> {
  let listener: RequestListener = (_request, response) => void response.writeHead(503).end();
  const server = createServer((request, response) => listener(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [redirectUri],
        post_logout_redirect_uris: [new URL('/', redirectUri).href],
      },
    ],
    claims: { openid: ['sub'], profile: ['name', 'groups'], email: ['email'] },
    conformIdTokenClaims: !claimsInIdToken,
    features: { devInteractions: { enabled: true }, rpInitiatedLogout: { enabled: true } },
    findAccount: async (_context, id) => ({
      accountId: id,
      claims: async () => ({ sub: id, ...people[id] }),
    }),
  });
  listener = provider.callback();
  return {
    issuer,
    ...CLIENT,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
