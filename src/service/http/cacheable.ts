import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** For what is the same for everyone and changes with a new version or setting only. */
export const PUBLIC_FOR_MINUTES = 'public, max-age=300';
/** For what is one key's, and may change at any moment: to be asked for again each time, though not sent again. */
export const PRIVATE = 'private, no-cache';

/**
 * Sets the headers that let clients keep an answer (RFC 9110, 8.8.3; RFC 9111).
 * @param body the answer as it will be sent
 * @returns whether the client has it already, so that 304 is to be sent without it
 */
export function keepable(request: FastifyRequest, reply: FastifyReply, body: string, cacheControl: string): boolean {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  reply.header('etag', etag).header('cache-control', cacheControl);
  return matches(request.headers['if-none-match'], etag);
}

/** If-None-Match, RFC 9110, 13.1.2: a list of tags compared weakly, or `*`. */
function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}
