import type { FastifyRequest } from 'fastify';
import { isHangingUp } from '../http/hang-up.ts';
import type { Server } from '../http/routes.ts';
import { drain } from './headers.ts';

/** Passes bodies of all types unparsed, as any may be a file, JSON included: the handler reads it. */
export function readBodiesAsTheyCome(scope: Server): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request: FastifyRequest, _payload: unknown, done: (error: null) => void) =>
    done(null),
  );
  scope.addHook('onSend', async (request, reply) => {
    if (!isHangingUp(reply)) drain(request.raw);
  });
}
