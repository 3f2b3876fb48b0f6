import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { dispositionFilename } from '../../files/fetch/content-disposition.ts';
import { safeFilename } from '../../files/filename.ts';
import { ServiceError } from '../errors.ts';
import { refuseEncoded } from '../http/encoding.ts';

/** Length and characters of an upload id, which is stored in the database. */
const UPLOAD_ID = /^[!-~]{1,255}$/;

/** Time for which bytes of a sending client are still read, though not used, ms: it reads its answer only afterwards. */
const DRAIN_MS = 10_000;

/** Returns the values of a header with our prefix and the aliases: `x-svc-…`, `x-other-…`. In lower case, like the names from Node. */
export function prefixedHeaders(headers: IncomingHttpHeaders, aliases: readonly string[], name: string): string[] {
  return ['x-svc', ...aliases]
    .map((prefix) => headers[`${prefix}-${name}`])
    .filter((value) => typeof value === 'string');
}

/** Returns null if the client sends none. Throws ServiceError 400. */
export function readUploadId(headers: IncomingHttpHeaders, aliases: readonly string[]): string | null {
  const [id] = prefixedHeaders(headers, aliases, 'upload-uuid');
  if (id === undefined) return null;
  if (UPLOAD_ID.test(id)) return id;
  throw wrongHeader('X-Svc-Upload-Uuid', 'must be 1 to 255 printable ASCII characters without spaces');
}

/** Throws ServiceError 400. */
export function requireUploadId(headers: IncomingHttpHeaders, aliases: readonly string[]): string {
  const id = readUploadId(headers, aliases);
  if (id === null) throw wrongHeader('X-Svc-Upload-Uuid', 'must be given: it says which upload this is about');
  return id;
}

/** @param name lower case. Throws ServiceError 400 if it is missing or not a whole number. */
export function wholeNumberHeader(headers: IncomingHttpHeaders, name: string): number {
  const text = headers[name];
  if (typeof text === 'string' && /^\d{1,15}$/.test(text)) return Number(text);
  throw wrongHeader(name, 'must be a number of bytes');
}

/** Returns the length that the client states, 0 if it states none. */
export const contentLength = (headers: IncomingHttpHeaders): number => Number(headers['content-length'] ?? 0);

/** Returns the safe name of a file whose bytes are the body. */
export function bodyFilename(headers: IncomingHttpHeaders, query: string | undefined): string | null {
  const name = query || dispositionFilename(headers['content-disposition'] ?? '');
  return name ? safeFilename(name) : null;
}

/** Throws ServiceError 415 if the body is not the bytes of a file. */
export function requireBytes(headers: IncomingHttpHeaders): void {
  refuseEncoded(headers);
  if (/^application\/(offset\+)?octet-stream\s*(;|$)/i.test(headers['content-type'] ?? '')) return;
  throw new ServiceError(
    'unsupported_media_type',
    'Send the file as a form (multipart/form-data), or its bytes as application/octet-stream.',
  );
}

/** Lets a client that is answered early finish sending, for a while, so that it can read the answer. */
export function drain(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  request.unpipe();
  request.resume();
  const timer = setTimeout(() => request.destroy(), DRAIN_MS);
  request.once('close', () => clearTimeout(timer));
}

/** Makes the refusal of an Upload-Offset that differs from the received bytes; it contains the right one. */
export function wrongOffset(arrived: number): ServiceError {
  const message = `Upload-Offset must be ${arrived}: so many bytes of this upload have arrived here.`;
  return new ServiceError('wrong_upload_offset', message, { headers: { 'upload-offset': String(arrived) } });
}

const wrongHeader = (header: string, problem: string): ServiceError =>
  new ServiceError('invalid_request', `The header ${header} ${problem}.`, {
    errors: { [header.toLowerCase()]: problem },
  });
