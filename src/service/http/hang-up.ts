import type { IncomingMessage } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
import type { Server } from './routes.ts';

export interface HangUpLimits {
  /** Bytes of a body that are still read, so that a small request ends in order. */
  readonly readBytes: number;
  /** Time that a client which keeps sending has to read its answer, ms. */
  readonly waitMs: number;
}

const LIMITS: HangUpLimits = { readBytes: 256 * 1024, waitMs: 2000 };

/**
 * Closes the connection after each answer to wrong or missing credentials, and does not read the body of such a request, however large it
 * is. Closing a connection while the client still sends resets it, and the client may lose an answer that it has not read yet. So the
 * answer is sent whole at once, and the connection stays open for a moment.
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

/** Whether the connection closes after this answer, and the rest of the request is not needed. */
export const isHangingUp = (reply: { getHeader(name: string): unknown }): boolean =>
  reply.getHeader('connection') === 'close';

/** Returns the answer as a stream that ends only when the client has sent everything, has disconnected, or its time is over. */
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
