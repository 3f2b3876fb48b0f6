import { STATUS_CODES } from 'node:http';
import type { FastifyError, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';

/*
 * Answers to what is no request that a route could see. Fastify's own have another shape than the errors of the interface, and repeat
 * the address.
 */

/** Addresses that cannot be decoded (400), or with a part longer than any id or name (404, as there is nothing). */
function answerBadAddress(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const tooLong = error.code === 'FST_ERR_MAX_PARAM_LENGTH';
  const code = tooLong ? 404 : 400;
  const message = tooLong ? 'There is nothing at this address.' : 'The address cannot be read: check its %-encoding.';
  reply
    .code(code)
    .headers({ 'x-request-id': request.id, 'x-content-type-options': 'nosniff' })
    .type('application/json; charset=utf-8')
    .send({ code, message });
}

/** By the code of Node's parser; everything else it refuses is no HTTP. */
const UNREADABLE: Readonly<Record<string, { status: number; message: string }>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'The request did not arrive in time.' },
  HPE_HEADER_OVERFLOW: { status: 431, message: 'The headers of the request are too large.' },
};
const NO_HTTP = { status: 400, message: 'The request is not valid HTTP.' };

/** What Node's parser refuses: the connection ends with the answer, as nothing on it can be trusted any more. */
const answerUnreadable: NonNullable<FastifyServerOptions['clientErrorHandler']> = (error, socket) => {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const { status, message } = UNREADABLE[error.code] ?? NO_HTTP;
  const body = JSON.stringify({ code: status, message });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ].join('\r\n');
  if (socket.writable) socket.write(`${head}\r\n\r\n${body}`);
  socket.destroy(error);
};

/** For the server's options. */
export const MALFORMED = { frameworkErrors: answerBadAddress, clientErrorHandler: answerUnreadable } as const;
