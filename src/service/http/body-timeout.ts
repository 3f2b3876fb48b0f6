import type { Server } from './routes.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is a file: it may take any time while bytes keep arriving. */
    slowBody?: boolean;
  }
}

export interface BodyTimeouts {
  /** For a body to arrive, ms. */
  readonly wholeMs: number;
  /** Between two parts of one that may be slow, ms. */
  readonly idleMs: number;
}

/**
 * Cuts requests whose body does not arrive. Node has one limit for all requests of a server (`requestTimeout`), which would cut
 * uploads as well; the head of a request stays under Node's own (`headersTimeout`).
 */
export function limitBodies(server: Server, { wholeMs, idleMs }: BodyTimeouts): void {
  server.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    const { 'content-length': length, 'transfer-encoding': encoding } = raw.headers;
    if (encoding === undefined && (length === undefined || length === '0')) return done();
    if (request.routeOptions.config.slowBody === true) {
      // Node destroys the connection then, and with it the body's stream. Not any more when all is there: storing it takes time.
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
