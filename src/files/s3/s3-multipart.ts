import type { S3Client } from '@aws-sdk/client-s3';
import type { PartBytes } from '../file-parts.ts';
import type { S3Location } from './s3-location.ts';

/*
 * Objects that are sent in parts (https://docs.aws.amazon.com/AmazonS3/latest/userguide/mpuoverview.html). All parts but the last have 5
 * MiB or more. Every function throws the SDK's errors unchanged.
 */

/** How long removing parts may take, milliseconds: the store itself may have failed. */
const REMOVE_MS = 10_000;

export interface MultipartTarget {
  readonly client: S3Client;
  readonly target: S3Location;
  readonly contentType: string;
  /** Value of the Content-Disposition header; without it, the header is not set. */
  readonly disposition?: string;
}

/** @returns the id under which the parts are sent */
export async function beginMultipart({ client, target, contentType, disposition }: MultipartTarget): Promise<string> {
  const { CreateMultipartUploadCommand } = await import('@aws-sdk/client-s3');
  const begin = new CreateMultipartUploadCommand({
    ...objectOf(target),
    ContentType: contentType,
    ...(disposition !== undefined && { ContentDisposition: disposition }),
  });
  // Sent without a signal: an upload whose id never arrives could not be removed.
  const { UploadId } = await client.send(begin);
  if (UploadId === undefined) throw new Error('the server began an upload without an id');
  return UploadId;
}

/**
 * Sends a part, and replaces one sent before under its number. The server checks the MD5.
 * @returns its ETag, which `completeMultipart` needs
 */
export async function sendPart(
  client: S3Client,
  target: S3Location,
  uploadId: string,
  { number, bytes, md5, sha256 }: PartBytes,
  signal: AbortSignal,
): Promise<string> {
  const { UploadPartCommand } = await import('@aws-sdk/client-s3');
  const command = new UploadPartCommand({
    ...objectOf(target),
    UploadId: uploadId,
    PartNumber: number,
    Body: bytes,
    ContentMD5: md5.toString('base64'),
  });
  command.middlewareStack.add(withContentHash(sha256), { step: 'build' });
  const { ETag } = await client.send(command, { abortSignal: signal });
  return ETag ?? '';
}

/** Completes the object from its parts. @param etags ETags of all parts, in order */
export async function completeMultipart(
  client: S3Client,
  target: S3Location,
  uploadId: string,
  etags: readonly string[],
): Promise<void> {
  const { CompleteMultipartUploadCommand } = await import('@aws-sdk/client-s3');
  const Parts = etags.map((ETag, index) => ({ PartNumber: index + 1, ETag }));
  // Sent without a signal: after an aborted completion it is unknown whether it took place.
  await client.send(
    new CompleteMultipartUploadCommand({ ...objectOf(target), UploadId: uploadId, MultipartUpload: { Parts } }),
  );
}

/** Removes the parts of an object that was not completed. */
export async function removeMultipart(client: S3Client, target: S3Location, uploadId: string): Promise<void> {
  const { AbortMultipartUploadCommand } = await import('@aws-sdk/client-s3');
  const command = new AbortMultipartUploadCommand({ ...objectOf(target), UploadId: uploadId });
  await client.send(command, { abortSignal: AbortSignal.timeout(REMOVE_MS) });
}

/** Whether the parts no longer exist: the object was completed, or they were removed. */
export const isMissingMultipart = (error: unknown): boolean => error instanceof Error && error.name === 'NoSuchUpload';

/** Gives the SDK the hash for signing a request. Otherwise it would hash the whole part at once and block the event loop meanwhile. */
export function withContentHash(sha256: string) {
  return <Request extends { readonly request: unknown }, Answer>(next: (args: Request) => Promise<Answer>) =>
    (args: Request): Promise<Answer> => {
      const { request } = args;
      if (hasHeaders(request)) request.headers['x-amz-content-sha256'] = sha256;
      return next(args);
    };
}

function hasHeaders(request: unknown): request is { headers: Record<string, string> } {
  return typeof request === 'object' && request !== null && 'headers' in request;
}

const objectOf = ({ bucket, key }: S3Location) => ({ Bucket: bucket, Key: key });
