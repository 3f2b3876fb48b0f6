import type { S3Client } from '@aws-sdk/client-s3';
import type { PartBytes } from '../file-parts.ts';
import type { S3Location } from './s3-location.ts';

/*
 * Objects that are sent in parts (https://docs.aws.amazon.com/AmazonS3/latest/userguide/mpuoverview.html). All parts but the last have
 * 5 MiB or more. Every function throws the SDK's errors as they are.
 */

/** How long the removal of parts may take, milliseconds: the store may be what failed. */
const REMOVE_MS = 10_000;

export interface MultipartTarget {
  readonly client: S3Client;
  readonly target: S3Location;
  readonly contentType: string;
  /** Value of the Content-Disposition header; none where left out. */
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
  // Without a signal: an upload whose id never arrives could not be removed.
  const { UploadId } = await client.send(begin);
  if (UploadId === undefined) throw new Error('the server began an upload without an id');
  return UploadId;
}

/**
 * Sends a part; one that was sent under its number before is replaced. The server compares what arrives with the MD5.
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

/** Makes the object of its parts. @param etags of all parts, in order */
export async function completeMultipart(
  client: S3Client,
  target: S3Location,
  uploadId: string,
  etags: readonly string[],
): Promise<void> {
  const { CompleteMultipartUploadCommand } = await import('@aws-sdk/client-s3');
  const Parts = etags.map((ETag, index) => ({ PartNumber: index + 1, ETag }));
  // Without a signal: whether a completion that is cut short took place cannot be known.
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

/** Whether the parts are no more: the object was completed, or they were removed. */
export const isMissingMultipart = (error: unknown): boolean => error instanceof Error && error.name === 'NoSuchUpload';

/**
 * Tells the SDK the hash that a request is signed with. It would make it itself, of the whole part at once, and hold up
 * the event loop for that long.
 */
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
