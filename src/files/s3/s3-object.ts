import { Readable } from 'node:stream';
import type { GetObjectCommandOutput, S3Client } from '@aws-sdk/client-s3';
import { isMissingKey } from './s3-errors.ts';
import type { S3Location } from './s3-location.ts';

export interface ByteRange {
  /** First and last byte, inclusive. */
  readonly start: number;
  readonly end: number;
}

/** Attempts in a row that may return no byte before reading fails. */
const FRUITLESS_ATTEMPTS = 3;

/** Largest object that is copied by one request, bytes, and size of the parts of a larger one, so that no request takes long. */
const COPY_PART_BYTES = 256 * 1024 ** 2;
/** Parts that are copied at the same time. */
const COPY_LANES = 4;

/**
 * Reads an object or a range of it. If the server ends a request, reading continues with a new one: servers do that to slow readers, and
 * some downloads are slow.
 * @returns null if there is no such object
 * @throws the SDK's errors unchanged, also in the stream
 */
export async function readObject(
  client: S3Client,
  location: S3Location,
  range: ByteRange | null,
  signal: AbortSignal,
): Promise<Readable | null> {
  const first = await getObject(client, location, range, signal).catch((error: unknown) => {
    if (isMissingKey(error)) return null;
    throw error;
  });
  if (first === null) return null;
  const start = range?.start ?? 0;
  const end = start + (first.ContentLength ?? 0) - 1;
  const stop = new AbortController();
  const stream = Readable.from(
    readOn(client, location, { start, end }, first, AbortSignal.any([signal, stop.signal])),
    {
      objectMode: false,
    },
  );
  // Ends the request if the reader goes away, even if nobody has begun to read the body.
  stream.once('close', () => {
    stop.abort();
    if (first.Body instanceof Readable) first.Body.destroy();
  });
  return stream;
}

async function* readOn(
  client: S3Client,
  location: S3Location,
  { start, end }: ByteRange,
  first: GetObjectCommandOutput,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  let at = start;
  let fruitless = 0;
  for (let answer: GetObjectCommandOutput | null = first; at <= end; answer = null) {
    const before = at;
    try {
      const part = answer ?? (await getObject(client, location, { start: at, end }, signal, first.ETag));
      for await (const chunk of part.Body as Readable) {
        at += (chunk as Buffer).length;
        yield chunk as Buffer;
      }
      if (at === before) throw new Error('the S3 server sent fewer bytes than it said');
    } catch (error) {
      fruitless = at === before ? fruitless + 1 : 0;
      if (signal.aborted || fruitless >= FRUITLESS_ATTEMPTS) throw error;
    }
  }
}

async function getObject(
  client: S3Client,
  { bucket, key }: S3Location,
  range: ByteRange | null,
  signal: AbortSignal,
  etag?: string,
): Promise<GetObjectCommandOutput> {
  const { GetObjectCommand } = await import('@aws-sdk/client-s3');
  const command = new GetObjectCommand({
    Bucket: bucket,
    Key: key,
    ...(range !== null && { Range: `bytes=${range.start}-${range.end}` }),
    ...(etag !== undefined && { IfMatch: etag }),
  });
  return client.send(command, { abortSignal: signal });
}

/**
 * Copies an object on the server, without downloading it. An existing target is replaced.
 * @returns false if there is no such object
 * @throws the SDK's errors unchanged
 */
export async function copyObject(
  client: S3Client,
  source: S3Location,
  target: S3Location,
  signal: AbortSignal,
): Promise<boolean> {
  const { CopyObjectCommand, HeadObjectCommand } = await import('@aws-sdk/client-s3');
  const { ContentLength = 0, ContentType } = await client
    .send(new HeadObjectCommand({ Bucket: source.bucket, Key: source.key }), { abortSignal: signal })
    .catch((error: unknown) => {
      if (isMissingKey(error)) return { ContentLength: -1, ContentType: undefined };
      throw error;
    });
  if (ContentLength === -1) return false;
  const CopySource = [source.bucket, ...source.key.split('/')].map(encodeURIComponent).join('/');
  const object = { Bucket: target.bucket, Key: target.key };
  if (ContentLength <= COPY_PART_BYTES) {
    await client.send(new CopyObjectCommand({ ...object, CopySource }), { abortSignal: signal });
  } else {
    await copyParts(client, { ...object, CopySource }, ContentLength, ContentType, signal);
  }
  return true;
}

async function copyParts(
  client: S3Client,
  { CopySource, ...object }: { Bucket: string; Key: string; CopySource: string },
  size: number,
  ContentType: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  const s3 = await import('@aws-sdk/client-s3');
  const begin = new s3.CreateMultipartUploadCommand({ ...object, ...(ContentType !== undefined && { ContentType }) });
  const { UploadId } = await client.send(begin);
  const count = Math.ceil(size / COPY_PART_BYTES);
  const etags: string[] = [];
  let next = 0;
  const lane = async () => {
    for (let index = next++; index < count; index = next++) {
      const start = index * COPY_PART_BYTES;
      const command = new s3.UploadPartCopyCommand({
        ...object,
        UploadId,
        CopySource,
        PartNumber: index + 1,
        CopySourceRange: `bytes=${start}-${Math.min(start + COPY_PART_BYTES, size) - 1}`,
      });
      const { CopyPartResult } = await client.send(command, { abortSignal: signal });
      etags[index] = CopyPartResult?.ETag ?? '';
    }
  };
  try {
    const ends = await Promise.allSettled(Array.from({ length: COPY_LANES }, lane));
    const failed = ends.find((end) => end.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    const Parts = etags.map((ETag, index) => ({ ETag, PartNumber: index + 1 }));
    await client.send(new s3.CompleteMultipartUploadCommand({ ...object, UploadId, MultipartUpload: { Parts } }));
  } catch (error) {
    // The error of the copy must be reported, not this one.
    await client.send(new s3.AbortMultipartUploadCommand({ ...object, UploadId })).catch(() => undefined);
    throw error;
  }
}
