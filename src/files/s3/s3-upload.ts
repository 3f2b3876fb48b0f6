import { createHash } from 'node:crypto';
import type { S3Client } from '@aws-sdk/client-s3';
import { MAX_PARTS, PART_BYTES, type Part, type PartSource, readParts } from '../file-parts.ts';
import type { S3Location } from './s3-location.ts';
import { beginMultipart, completeMultipart, removeMultipart, sendPart, withContentHash } from './s3-multipart.ts';

/** Parts that are sent at the same time; one more is being read. */
const LANES = 3;

export interface Upload {
  readonly client: S3Client;
  readonly target: S3Location;
  readonly contentType: string;
  /** Value of the Content-Disposition header; without it, the header is not set. */
  readonly disposition?: string;
  readonly signal: AbortSignal;
}

/**
 * Stores a file as an object, completely or not at all; a failed or aborted upload leaves nothing on the server. The server checks an MD5
 * for each request.
 * @param size bytes of the file, which must not change meanwhile
 * @returns MD5 of the file, 32 lower-case hex digits
 * @throws the SDK's errors and the system's, unchanged
 */
export async function uploadFile(source: PartSource, size: number, upload: Upload): Promise<string> {
  const whole = createHash('md5');
  const parts = readParts(source, size, (chunk) => whole.update(chunk));
  if (size <= PART_BYTES) await putObject(parts, upload);
  else await putParts(parts, size > LANES * PART_BYTES * MAX_PARTS ? 1 : LANES, upload);
  return whole.digest('hex');
}

async function putObject(parts: AsyncGenerator<Part>, upload: Upload): Promise<void> {
  const { PutObjectCommand } = await import('@aws-sdk/client-s3');
  const { client, target, signal } = upload;
  for await (const { bytes, md5, sha256 } of parts) {
    const command = new PutObjectCommand({
      Bucket: target.bucket,
      Key: target.key,
      Body: bytes,
      ContentMD5: md5.toString('base64'),
      ContentType: upload.contentType,
      ...(upload.disposition !== undefined && { ContentDisposition: upload.disposition }),
    });
    command.middlewareStack.add(withContentHash(sha256), { step: 'build' });
    await client.send(command, { abortSignal: signal });
  }
}

async function putParts(parts: AsyncGenerator<Part>, lanes: number, upload: Upload): Promise<void> {
  const { client, target, signal } = upload;
  const begun = await beginMultipart(upload);
  try {
    const etags = await sendParts(parts, begun, lanes, upload);
    signal.throwIfAborted();
    await completeMultipart(client, target, begun, etags);
  } catch (error) {
    // The error of the upload must be reported; a store that is gone cannot be cleaned either.
    await removeMultipart(client, target, begun).catch(() => undefined);
    throw error;
  }
}

/**
 * Settles when no request is running: a part that arrives after its upload was removed would stay.
 * @returns the ETags of the parts, in order
 */
async function sendParts(
  parts: AsyncGenerator<Part>,
  uploadId: string,
  lanes: number,
  { client, target, signal }: Upload,
): Promise<string[]> {
  const etags: string[] = [];
  const lane = async () => {
    // All lanes share the generator; the first that fails ends it for all.
    for await (const part of parts) {
      etags[part.number - 1] = await sendPart(client, target, uploadId, part, signal);
      part.release();
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: lanes }, lane));
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return etags;
}
