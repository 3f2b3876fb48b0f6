import type { IncomingHttpHeaders } from 'node:http';
import { safeFilename } from '../../../files/filename.ts';
import { ServiceError } from '../../errors.ts';

/* The headers of tus, as its specification defines them: https://tus.io/protocols/resumable-upload. */

/** The only version there is. */
export const TUS_VERSION = '1.0.0';

export const EXTENSIONS = ['creation', 'creation-with-upload', 'expiration', 'termination', 'checksum'] as const;

/** Names used by both tus and Node's digests. */
export const CHECKSUM_ALGORITHMS = ['sha1', 'md5', 'sha256'] as const;

/** Content type of request bodies. */
export const TUS_CONTENT_TYPE = 'application/offset+octet-stream';

/** As in the schema of an input. Characters. */
const MAX_PASSWORD = 1024;
/** Characters of metadata, which is stored and shown again; Node accepts 16 KiB of headers in all. */
const MAX_METADATA = 8192;
/** Base64 with or without padding. */
const BASE64 = /^[A-Za-z\d+/]*={0,2}$/;
const METADATA_KEY = /^[\x21-\x2b\x2d-\x7e]+$/;

export interface UploadMetadata {
  /** Safe file name. Null if there is none. */
  readonly filename: string | null;
  readonly password: string | null;
  /** Everything except the password, as the client gave it; returned on request. */
  readonly shown: string;
}

export interface Checksum {
  readonly algorithm: (typeof CHECKSUM_ALGORITHMS)[number];
  readonly digest: Buffer;
}

/** Throws ServiceError 412 for a request of another version, or without one. */
export function requireTus(headers: IncomingHttpHeaders): void {
  if (headers['tus-resumable'] === TUS_VERSION) return;
  throw new ServiceError('tus_version', `The header Tus-Resumable must be ${TUS_VERSION}.`, {
    headers: { 'tus-version': TUS_VERSION },
  });
}

/** Throws ServiceError 415 for a body that is not declared as the next bytes of an upload. */
export function requireTusBody(headers: IncomingHttpHeaders): void {
  if (isTusBody(headers)) return;
  throw new ServiceError('unsupported_media_type', `Send the bytes as ${TUS_CONTENT_TYPE}.`);
}

export const isTusBody = (headers: IncomingHttpHeaders): boolean =>
  headers['content-type']?.trim().toLowerCase() === TUS_CONTENT_TYPE;

/** Throws ServiceError 400 for headers of extensions that are not supported. */
export function refuseOtherExtensions(headers: IncomingHttpHeaders): void {
  if (headers['upload-defer-length'] !== undefined) {
    throw notSupported('Upload-Defer-Length', 'Uploads need an Upload-Length at their beginning');
  }
  if (headers['upload-concat'] !== undefined) {
    throw notSupported('Upload-Concat', 'Uploads are not put together of several; send a file as one upload');
  }
}

/** Parses `Upload-Metadata`: keys, each with a value in base64, separated by commas. Throws ServiceError 400. */
export function readMetadata(header: string | string[] | undefined): UploadMetadata {
  const given = [header ?? ''].flat().join(',');
  if (given.length > MAX_METADATA) throw wrongMetadata(`must have at most ${MAX_METADATA} characters`);
  const values = new Map<string, string>();
  const shown: string[] = [];
  for (const pair of given.split(',').map((each) => each.trim())) {
    if (pair === '') continue;
    const [key = '', value = '', ...more] = pair.split(' ');
    if (!METADATA_KEY.test(key) || !BASE64.test(value) || more.length > 0) {
      throw wrongMetadata('must be keys with base64 values: "filename dGFsay53YXY="');
    }
    if (values.has(key)) throw wrongMetadata(`has the key ${key} twice`);
    values.set(key, Buffer.from(value, 'base64').toString('utf8'));
    if (key !== 'decrypt_password') shown.push(pair);
  }
  // Uppy, for example, sends both.
  const filename = values.get('filename') || values.get('name') || null;
  const password = values.get('decrypt_password') || null;
  if (password !== null && password.length > MAX_PASSWORD) {
    throw wrongMetadata(`has a decrypt_password longer than ${MAX_PASSWORD} characters`);
  }
  return { filename: filename === null ? null : safeFilename(filename), password, shown: shown.join(',') };
}

/** Parses `Upload-Checksum`, which is for the body of this request. Null if there is none. Throws ServiceError 400. */
export function readChecksum(header: string | string[] | undefined): Checksum | null {
  if (header === undefined) return null;
  const [name, digest = '', ...more] = [header].flat().join(',').trim().split(' ');
  const algorithm = CHECKSUM_ALGORITHMS.find((each) => each === name);
  if (algorithm !== undefined && digest !== '' && BASE64.test(digest) && more.length === 0) {
    return { algorithm, digest: Buffer.from(digest, 'base64') };
  }
  const problem = `must be one of ${CHECKSUM_ALGORITHMS.join(', ')} and the digest in base64`;
  throw new ServiceError('invalid_request', `The header Upload-Checksum ${problem}.`, {
    errors: { 'upload-checksum': problem },
  });
}

function notSupported(header: string, message: string): ServiceError {
  return new ServiceError('not_supported', `${message}.`, { errors: { [header.toLowerCase()]: 'is not supported' } });
}

const wrongMetadata = (problem: string): ServiceError =>
  new ServiceError('invalid_request', `The header Upload-Metadata ${problem}.`, {
    errors: { 'upload-metadata': problem },
  });
