import type { Server } from './routes.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** An API key may be the password of basic authentication. Elsewhere such credentials are those of a proxy in front of the service. */
    basicKey?: boolean;
  }
}

const KEY_HEADER = 'x-svc-api-key';

/** Takes the password of basic authentication as the API key of a request to a route that allows it. The user name can be any. */
export function readBasicKeys(server: Server): void {
  server.addHook('onRequest', ({ raw: { headers }, routeOptions }, _reply, done) => {
    if (routeOptions.config?.basicKey === true) headers[KEY_HEADER] ??= passwordOf(headers.authorization);
    done();
  });
}

/** Returns the password of basic authentication (RFC 7617); undefined if there is none. */
function passwordOf(header = ''): string | undefined {
  const encoded = /^basic +([\w+/-]+=*) *$/i.exec(header)?.[1];
  if (encoded === undefined) return undefined;
  const pair = Buffer.from(encoded, 'base64').toString();
  return pair.slice(pair.indexOf(':') + 1) || undefined;
}
