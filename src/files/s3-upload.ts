import { createHash } from 'node:crypto';
import type { CompletedPart, S3Client } from '@aws-sdk/client-s3';
import { MAX_PARTS, PART_BYTES, type Part, type PartSource, readParts } from './file-parts.ts';
import type { S3Location } from './s3-location.ts';

/** Parts under way at a time; one more is being read. */
const LANES = 3;

/** How long the removal of an upload that failed may take, milliseconds: the store may be what failed. */
const ABORT_MS = 10_000;

export interface Upload {
  readonly client: S3Client;
  readonly target: S3Location;
  readonly contentType: string;
  /** Value of the Content-Disposition header; none where left out. */
  readonly disposition?: string;
  readonly signal: AbortSignal;
}

/**
 * Store a file as an object: whole, or not at all, and nothing is left on the server of an upload that fails or is
 * aborted. The server compares what arrives with the MD5 sent along, for each request.
 * @param size bytes of the file, which must not change meanwhile
 * @returns MD5 of the file, 32 lower-case hex digits
 * @throws the SDK's errors and the system's, as they are
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
  const { CompleteMultipartUploadCommand, CreateMultipartUploadCommand } = await import('@aws-sdk/client-s3');
  const { client, target, signal } = upload;
  const object = { Bucket: target.bucket, Key: target.key };
  const begin = new CreateMultipartUploadCommand({
    ...object,
    ContentType: upload.contentType,
    ...(upload.disposition !== undefined && { ContentDisposition: upload.disposition }),
  });
  // Without the signal: an upload whose id never arrives could not be removed.
  const { UploadId } = await client.send(begin);
  if (UploadId === undefined) throw new Error('the server began an upload without an id');
  try {
    const done = await sendParts(parts, UploadId, lanes, upload);
    signal.throwIfAborted();
    const Parts = done.toSorted((one, other) => (one.PartNumber ?? 0) - (other.PartNumber ?? 0));
    // Without the signal: whether a completion that is cut short took place cannot be known.
    await client.send(new CompleteMultipartUploadCommand({ ...object, UploadId, MultipartUpload: { Parts } }));
  } catch (error) {
    await removeUpload(upload, UploadId);
    throw error;
  }
}

/** Settles when no request is under way any more: a part that arrives after the removal of its upload would stay. */
async function sendParts(
  parts: AsyncGenerator<Part>,
  uploadId: string,
  lanes: number,
  { client, target, signal }: Upload,
): Promise<CompletedPart[]> {
  const { UploadPartCommand } = await import('@aws-sdk/client-s3');
  const done: CompletedPart[] = [];
  const lane = async () => {
    // All lanes take from the same generator; the first that fails ends it for all.
    for await (const { number, bytes, md5, sha256, release } of parts) {
      const command = new UploadPartCommand({
        Bucket: target.bucket,
        Key: target.key,
        UploadId: uploadId,
        PartNumber: number,
        Body: bytes,
        ContentMD5: md5.toString('base64'),
      });
      command.middlewareStack.add(withContentHash(sha256), { step: 'build' });
      const { ETag } = await client.send(command, { abortSignal: signal });
      release();
      done.push({ PartNumber: number, ...(ETag !== undefined && { ETag }) });
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: lanes }, lane));
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return done;
}

async function removeUpload({ client, target }: Upload, uploadId: string): Promise<void> {
  const { AbortMultipartUploadCommand } = await import('@aws-sdk/client-s3');
  const command = new AbortMultipartUploadCommand({ Bucket: target.bucket, Key: target.key, UploadId: uploadId });
  // What made the upload fail is what the user must hear; a store that is gone cannot be cleaned either.
  await client.send(command, { abortSignal: AbortSignal.timeout(ABORT_MS) }).catch(() => undefined);
}

/**
 * Tells the SDK the hash that a request is signed with. It would make it itself, of the whole part at once, and hold up
 * the event loop for that long.
 */
function withContentHash(sha256: string) {
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
