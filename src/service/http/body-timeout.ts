import type { Server } from './routes.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is a file: it may take any time as long as bytes keep arriving. */
    slowBody?: boolean;
  }
}

export interface BodyTimeouts {
  /** Timeout for a whole body, ms. */
  readonly wholeMs: number;
  /** Timeout between two chunks of a slow body, ms. */
  readonly idleMs: number;
}

/**
 * Closes requests whose body does not arrive. Node has one limit for all requests of a server (`requestTimeout`), which would cut uploads,
 * too. The head of a request is still subject to Node's own limit (`headersTimeout`).
 */
export function limitBodies(server: Server, { wholeMs, idleMs }: BodyTimeouts): void {
  server.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    const { 'content-length': length, 'transfer-encoding': encoding } = raw.headers;
    if (encoding === undefined && (length === undefined || length === '0')) return done();
    if (request.routeOptions.config.slowBody === true) {
      // At the timeout, Node destroys the connection, and with it the body's stream. A complete body has no timeout: storing it takes time.
      raw.setTimeout(idleMs);
      raw.once('end', () => raw.setTimeout(0));
      return done();
    }
    const timer = setTimeout(() => {
      if (!raw.complete)
        raw.socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n', () => raw.destroy());
    }, wholeMs);
    raw.once('close', () => clearTimeout(timer));
    reply.raw.once('close', () => clearTimeout(timer));
    done();
  });
}
