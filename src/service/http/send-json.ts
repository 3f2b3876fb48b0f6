import type { FastifyReply } from 'fastify';

type Sending = Pick<FastifyReply, 'type' | 'getSerializationFunction'>;

/** How the route writes its answer 200. */
export function serializerOf(reply: Sending): (document: unknown) => string {
  const serialize = reply.getSerializationFunction('200');
  if (serialize === undefined) throw new Error('the route has no schema of its answer');
  return serialize as (document: unknown) => string;
}

/** Answers with what the route's serializer, or one of the same shape, has written before. */
export const sendJson = (reply: Sending, text: string): never =>
  // Fastify sends a text as it is; the type of the route knows documents alone.
  reply.type('application/json; charset=utf-8').send(text as never) as never;
