import type { FastifyBodyParser, FastifyRequest } from 'fastify';
import { jsonFault } from '../../task/json-fault.ts';
import { ServiceError } from '../errors.ts';
import { refuseEncoded } from './encoding.ts';
import { excessOf } from './json-size.ts';
import type { Server } from './routes.ts';

/**
 * Parses a missing or empty body as undefined instead of an error: DELETE and PATCH may come without one. Invalid JSON is 400. Routes whose
 * body is JSON read one without a type as that, as some clients send none, even with DELETE.
 */
export function readJsonLeniently(server: Server): void {
  // Fastify's own parser would take it for text, which nothing here accepts.
  server.removeContentTypeParser('text/plain');
  server.addHook('onRequest', ({ headers, method, routeOptions }, _reply, done) => {
    const takesJson = routeOptions.schema?.body !== undefined || method === 'DELETE';
    if (!headers['content-type'] && takesJson) headers['content-type'] = 'application/json';
    done();
  });
  server.addContentTypeParser('application/json', { parseAs: 'string' }, jsonParser(server));
}

/** Parses the text of a body. The callback gets ServiceError 400 for what is not JSON or exceeds a limit, 415 for a packed body. */
export function jsonParser(server: Pick<Server, 'getDefaultJsonParser'>): FastifyBodyParser<string> {
  const parse = server.getDefaultJsonParser('error', 'error');
  return (request, body, done) => {
    const text = String(body);
    if (text.length === 0) return done(null, undefined);
    try {
      refuseEncoded(request.headers, 'JSON');
      refuseLarge(text);
    } catch (error) {
      return done(error as ServiceError);
    }
    // It answers only by the callback, whatever its type allows.
    void parse(request, text, (error, value) => done(error === null ? null : notJson(text), value));
  };
}

/** Parses the text of a body that its route reads. Throws like `jsonParser`. */
export function parseJson(request: FastifyRequest, text: string): Promise<unknown> {
  const parse = jsonParser(request.server);
  return new Promise((resolve, reject) => {
    void parse.call(request.server, request, text, (error, value) => (error ? reject(error) : resolve(value)));
  });
}

/** Checks limits before the text is parsed. Throws ServiceError 400. */
function refuseLarge(text: string): void {
  const problem = excessOf(text);
  if (problem === null) return;
  throw new ServiceError('invalid_request', `The body ${problem}.`, { errors: { body: problem } });
}

function notJson(text: string): ServiceError {
  const fault = jsonFault(text.replace(/^\uFEFF/, ''));
  return fault === null
    ? new ServiceError(
        'invalid_request',
        'The body has a member of the name __proto__ or constructor, which no field here has.',
      )
    : new ServiceError('invalid_json', `The body is not valid JSON: ${fault}.`, { errors: { body: fault } });
}
