import { isTracing, startSpan, within } from '../../util/trace.ts';
import { methodOf } from './request-metrics.ts';
import type { Server } from './routes.ts';

/** Health checks, sent every few seconds by monitoring. */
const HEALTH = /^\/health(?:\/|$)/;

/**
 * Makes a span of each request, below the client's `traceparent` if there is one. It ends when the connection has finished the request:
 * answered completely, or cut off. Call it before hooks and routes whose log lines belong to it.
 */
export function traceRequests(server: Server): void {
  if (!isTracing()) return;
  server.addHook('onRequest', (request, reply, done) => {
    // The pattern, because ids would make a span name for each request.
    const { url: route = '' } = request.routeOptions;
    if (HEALTH.test(route)) return done();
    const method = methodOf(request);
    const { traceparent } = request.headers;
    const span = startSpan(`${method} ${route}`.trim(), {
      kind: 'server',
      parent: typeof traceparent === 'string' ? traceparent : null,
      attributes: { 'http.request.method': method, 'http.route': route },
    });
    if (span === null) return done();
    reply.raw.once('close', () => {
      span.set({ 'http.response.status_code': reply.statusCode });
      if (!reply.raw.writableFinished) span.fail('aborted');
      else if (reply.statusCode >= 500) span.fail(String(reply.statusCode));
      span.end();
    });
    within(span, done);
  });
}
