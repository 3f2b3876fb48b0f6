import type { FastifyReply } from 'fastify';

type Sending = Pick<FastifyReply, 'type' | 'getSerializationFunction'>;

/** Returns the function that serializes the route's answer 200. */
export function serializerOf(reply: Sending): (document: unknown) => string {
  const serialize = reply.getSerializationFunction('200');
  if (serialize === undefined) throw new Error('the route has no schema of its answer');
  return serialize as (document: unknown) => string;
}

/** Answers with a text that the route's serializer, or one of the same schema, has written before. */
export const sendJson = (reply: Sending, text: string): never =>
  // Fastify sends a text as it is, but the route's type only accepts documents.
  reply.type('application/json; charset=utf-8').send(text as never) as never;
