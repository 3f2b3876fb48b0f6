import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** For answers that are the same for everyone and change only with a new version or setting. */
export const PUBLIC_FOR_MINUTES = 'public, max-age=300';
/** For answers that belong to one key and may change at any moment: clients ask again each time, but unchanged ones are not sent again. */
export const PRIVATE = 'private, no-cache';

/**
 * Sets the headers that let clients cache an answer (RFC 9110, 8.8.3; RFC 9111).
 * @param body the answer as it will be sent
 * @returns whether the client already has it, so that 304 is sent without it
 */
export function keepable(
  request: FastifyRequest,
  reply: FastifyReply,
  body: string | Buffer,
  cacheControl: string,
): boolean {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  reply.header('etag', etag).header('cache-control', cacheControl);
  return matches(request.headers['if-none-match'], etag);
}

/** If-None-Match, RFC 9110, 13.1.2: a list of tags compared weakly, or `*`. */
function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}
