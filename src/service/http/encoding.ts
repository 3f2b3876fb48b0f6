import type { IncomingHttpHeaders } from 'node:http';
import { ServiceError } from '../errors.ts';

/**
 * Refuses an encoded file: files are stored as they come, and whether it is meant packed or unpacked would be a guess. No body is ever
 * unpacked.
 * @param what the body, as in `the file` @throws ServiceError 415
 */
export function refuseEncoded(headers: IncomingHttpHeaders, what = 'the file'): void {
  const encoding = headers['content-encoding'];
  if (encoding === undefined || encoding === 'identity') return;
  throw new ServiceError('unsupported_media_type', `Send ${what} without Content-Encoding.`);
}
