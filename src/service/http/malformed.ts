import { STATUS_CODES } from 'node:http';
import type { FastifyError, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import { SERVICE_ERRORS } from '../error-names.ts';
import { errorBody, ServiceError } from '../errors.ts';

/*
 * Answers to requests that never reach a route. Fastify's own answers do not have the form of the interface's errors, and repeat the
 * address.
 */

/** Answers addresses that cannot be decoded (400), or with a part longer than any id or name (404, as nothing is there). */
function answerBadAddress(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const answer =
    error.code === 'FST_ERR_MAX_PARAM_LENGTH'
      ? new ServiceError('no_such_address', SERVICE_ERRORS.no_such_address.meaning)
      : new ServiceError('invalid_http', 'The address cannot be read: check its %-encoding.');
  reply
    .code(answer.status)
    .headers({ 'x-request-id': request.id, 'x-content-type-options': 'nosniff' })
    .type('application/json; charset=utf-8')
    .send(errorBody(answer));
}

/** Errors by the code of Node's parser. Everything else that it refuses is not HTTP. */
const UNREADABLE: Readonly<Record<string, ServiceError>> = {
  ERR_HTTP_REQUEST_TIMEOUT: new ServiceError('request_timeout', SERVICE_ERRORS.request_timeout.meaning),
  HPE_HEADER_OVERFLOW: new ServiceError('headers_too_large', SERVICE_ERRORS.headers_too_large.meaning),
};
const NO_HTTP = new ServiceError('invalid_http', 'The request is not valid HTTP.');

/** Answers requests that Node's parser refuses. The connection ends with the answer, as nothing more on it can be trusted. */
const answerUnreadable: NonNullable<FastifyServerOptions['clientErrorHandler']> = (error, socket) => {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const answer = UNREADABLE[error.code] ?? NO_HTTP;
  const body = JSON.stringify(errorBody(answer));
  const head = [
    `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ].join('\r\n');
  if (socket.writable) socket.write(`${head}\r\n\r\n${body}`);
  socket.destroy(error);
};

/** Options of the server. */
export const MALFORMED = { frameworkErrors: answerBadAddress, clientErrorHandler: answerUnreadable } as const;
