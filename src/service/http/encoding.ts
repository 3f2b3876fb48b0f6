import type { IncomingHttpHeaders } from 'node:http';
import { ServiceError } from '../errors.ts';

/**
 * A file is stored as it comes; whether an encoded one is meant packed or unpacked would be a guess. Other bodies are never unpacked.
 * @param what the body is, as in `the file`
 * @throws ServiceError 415
 */
export function refuseEncoded(headers: IncomingHttpHeaders, what = 'the file'): void {
  const encoding = headers['content-encoding'];
  if (encoding === undefined || encoding === 'identity') return;
  throw new ServiceError('unsupported_media_type', `Send ${what} without Content-Encoding.`);
}
