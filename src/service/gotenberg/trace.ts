import type { FastifyRequest } from 'fastify';

/** Header that names a request, in its answer and in what is sent to its webhooks. */
export const TRACE_HEADER = 'Gotenberg-Trace';

/** Returns the correlation id of a request: the client's, or that of the request. */
export function traceOf({ headers, id }: Pick<FastifyRequest, 'headers' | 'id'>): string {
  const asked = headers[TRACE_HEADER.toLowerCase()];
  return typeof asked === 'string' && /^[\x21-\x7e]{1,256}$/.test(asked) ? asked : id;
}

/** Returns the W3C Trace Context that a request brings; null for none. */
export function traceparentOf({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  const { traceparent } = headers;
  return typeof traceparent === 'string' && /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/.test(traceparent)
    ? traceparent
    : null;
}
