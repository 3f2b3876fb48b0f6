import type { IncomingMessage } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
import type { Server } from './routes.ts';

export interface HangUpLimits {
  /** How much of a body is still read, so that a small request ends in order; bytes. */
  readonly readBytes: number;
  /** How long a client that keeps sending has to read its answer; ms. */
  readonly waitMs: number;
}

const LIMITS: HangUpLimits = { readBytes: 256 * 1024, waitMs: 2000 };

/**
 * Closes the connection after each answer to wrong or missing credentials, and leaves the body of such a request unread, however
 * large it is.
 *
 * A connection that is closed while the client still sends is reset, and the client may then lose an answer that it has not read
 * yet. So the answer is sent whole at once, and the connection stays for a moment.
 */
export function hangUpOnStrangers(server: Server, limits: HangUpLimits = LIMITS): void {
  server.addHook('onSend', (request, reply, payload, done) => {
    if (reply.statusCode === 401) reply.header('connection', 'close');
    if (!isHangingUp(reply) || request.raw.complete || typeof payload !== 'string') {
      return done(null, payload);
    }
    reply.header('content-length', Buffer.byteLength(payload));
    done(null, answerFirst(request.raw, payload, limits));
  });
}

/** Whether the connection is closed after this answer, and the rest of the request is not wanted. */
export const isHangingUp = (reply: { getHeader(name: string): unknown }): boolean =>
  reply.getHeader('connection') === 'close';

/** The answer as a stream that ends only when the client has sent everything, has gone, or has had its time. */
function answerFirst(request: IncomingMessage, answer: string, { readBytes, waitMs }: HangUpLimits): Readable {
  const stream = new PassThrough();
  stream.write(answer);
  const end = () => void stream.end();
  const timer = setTimeout(end, waitMs);
  let read = 0;
  request.on('data', (chunk: Buffer) => {
    read += chunk.length;
    if (read > readBytes) request.pause();
  });
  request.once('close', end);
  stream.once('close', () => clearTimeout(timer));
  return stream;
}
