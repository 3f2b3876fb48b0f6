import { jsonFault } from '../../task/json-fault.ts';
import { ServiceError } from '../errors.ts';
import { refuseEncoded } from './encoding.ts';
import { jsonSize } from './json-size.ts';
import type { Server } from './routes.ts';

/** A job of a thousand inputs with their passwords has some ten thousand. To check more would keep all others waiting. */
const MOST_VALUES = 25_000;
/** Of one object: more than any target has options. What nobody knows is compared with what there is. */
const MOST_MEMBERS = 1000;
/** More than any body of the interface has; what writes JSON is recursive. */
const DEEPEST = 64;

/** A body that is missing or empty is undefined instead of an error: DELETE and PATCH may come without. One that is no JSON is 400. */
export function readJsonLeniently(server: Server): void {
  // Fastify's own takes it for a text, which nothing here is.
  server.removeContentTypeParser('text/plain');
  const parse = server.getDefaultJsonParser('error', 'error');
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body);
    if (text.length === 0) return done(null, undefined);
    try {
      refuseEncoded(request.headers, 'JSON');
      refuseLarge(text);
    } catch (error) {
      return done(error as ServiceError);
    }
    // It answers by the callback alone, whatever its type allows.
    void parse(request, text, (error, value) => done(error === null ? null : notJson(text), value));
  });
}

/** Before it is parsed. Throws ServiceError 400. */
function refuseLarge(text: string): void {
  const { values, members, depth } = jsonSize(text);
  const problem =
    depth > DEEPEST
      ? `must not be nested deeper than ${DEEPEST} levels`
      : values > MOST_VALUES
        ? `must not have more than ${MOST_VALUES} values`
        : members > MOST_MEMBERS
          ? `must not have an object with more than ${MOST_MEMBERS} members`
          : null;
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
