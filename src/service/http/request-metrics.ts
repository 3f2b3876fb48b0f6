import type { FastifyRequest } from 'fastify';
import type { ServiceMetrics } from '../metrics.ts';
import type { Server } from './routes.ts';

/** Methods that routes use; clients may send any word. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

export const methodOf = ({ method }: FastifyRequest): string => (METHODS.has(method) ? method : 'other');

/** Counts each request when its connection has finished it: answered completely, or cut off. */
export function countRequests(server: Server, metrics: Pick<ServiceMetrics, 'requestEnded'>): void {
  server.addHook('onRequest', (request, reply, done) => {
    const started = performance.now();
    reply.raw.once('close', () => {
      metrics.requestEnded(
        {
          method: methodOf(request),
          // The pattern, because the values of clients would make unlimited series.
          route: request.routeOptions.url ?? 'none',
          status: reply.raw.writableFinished ? String(reply.statusCode) : 'aborted',
        },
        (performance.now() - started) / 1000,
      );
    });
    done();
  });
}
