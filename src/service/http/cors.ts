import type { Server } from './routes.ts';

/** Headers of answers that programs in a page may read, besides those that browsers always show. */
const EXPOSED = [
  ...['Accept-Ranges', 'Content-Disposition', 'Content-Length', 'Content-Range', 'ETag', 'Idempotent-Replayed', 'Link'],
  ...['Location', 'Preference-Applied', 'Retry-After', 'X-Count', 'X-Request-Id'],
  ...['X-Svc-Input-Id', 'X-Svc-Job-Id', 'X-Svc-Warnings'],
  ...['Tus-Checksum-Algorithm', 'Tus-Extension', 'Tus-Max-Size', 'Tus-Resumable', 'Tus-Version'],
  ...['Upload-Expires', 'Upload-Length', 'Upload-Metadata', 'Upload-Offset'],
].join(', ');
const METHODS = 'GET, HEAD, POST, PATCH, DELETE, OPTIONS';
/** A list of names of headers. */
const NAMES = /^[\w!#$%&'*+.^`|~, -]{1,4096}$/;
/** Time for which a browser need not ask again, seconds. Chromium keeps an answer for two hours at most. */
const MAX_AGE = 7200;

/**
 * Lets pages of these origins use the interface with a key or token of their own. Cookies are never allowed, so that a page cannot act as
 * the person who is logged in here (access/origin.ts refuses such requests, too). Call it before routes are added.
 */
export function allowOrigins(server: Server, origins: readonly string[]): void {
  if (origins.length === 0) return;
  const allowed = new Set(origins);
  server.addHook('onRequest', ({ method, headers }, reply, done) => {
    const { origin } = headers;
    if (origin === undefined || !allowed.has(origin)) return done();
    reply.header('access-control-allow-origin', origin);
    if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) {
      reply.header('access-control-expose-headers', EXPOSED);
      return done();
    }
    // Which headers the routes read is not a secret: an origin that may ask may send any.
    const asked = headers['access-control-request-headers'] ?? '';
    if (NAMES.test(asked)) reply.header('access-control-allow-headers', asked);
    reply.code(204).headers({ 'access-control-allow-methods': METHODS, 'access-control-max-age': MAX_AGE }).send();
  });
  // Caches must not give the answer for one origin to another. Routes set the header, too.
  server.addHook('onSend', (_request, reply, payload, done) => {
    const vary = [reply.getHeader('vary') ?? [], 'origin'].flat();
    reply.header('vary', vary.join(', '));
    done(null, payload);
  });
}
