import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import type { S3Client } from '@aws-sdk/client-s3';
import type { S3Location } from './s3-location.ts';
import {
  beginMultipart,
  completeMultipart,
  type MultipartPart,
  removeMultipart,
  sendPart,
  withContentHash,
} from './s3-multipart.ts';

/** Up to here a file is one request; a part of a larger one has at least this size. S3 wants 5 MiB or more. */
export const PART_BYTES = 8 * 1024 ** 2;

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html */
const MAX_PARTS = 10_000;

/** Parts under way at a time; one more is being read. */
const LANES = 3;

/** Read and hashed at once; takes about a millisecond, so the event loop stays free. */
const CHUNK_BYTES = 256 * 1024;

export interface Upload {
  readonly client: S3Client;
  readonly target: S3Location;
  readonly contentType: string;
  /** Value of the Content-Disposition header. */
  readonly disposition: string;
  readonly signal: AbortSignal;
}

interface Part extends MultipartPart {
  /** To be called when `bytes` is not needed any more: the next part is read into the same memory. */
  release(): void;
}

/**
 * Bytes of each part of a file of that size. Above 80 GiB parts grow with the file, as their number cannot.
 */
export function partSize(size: number): number {
  return Math.max(PART_BYTES, Math.ceil(size / MAX_PARTS));
}

/**
 * Store an open file as an object: whole, or not at all, and nothing is left on the server of an upload that fails or is
 * aborted. The server compares what arrives with the MD5 sent along, for each request.
 * @param size bytes of the file, which must not change meanwhile
 * @returns MD5 of the file, 32 lower-case hex digits
 * @throws the SDK's errors and the system's, as they are
 */
export async function uploadFile(source: FileHandle, size: number, upload: Upload): Promise<string> {
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
      ContentDisposition: upload.disposition,
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
    // What made the upload fail is what the user must hear; a store that is gone cannot be cleaned either.
    await removeMultipart(client, target, begun).catch(() => undefined);
    throw error;
  }
}

/**
 * Settles when no request is under way any more: a part that arrives after the removal of its upload would stay.
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
    // All lanes take from the same generator; the first that fails ends it for all.
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

/** The file in parts, in order; each is read when it is asked for. A file without bytes is one part without bytes. */
async function* readParts(source: FileHandle, size: number, onChunk: (chunk: Buffer) => void): AsyncGenerator<Part> {
  const length = Math.min(partSize(size), size);
  // A new buffer for each part would keep the garbage collector busy: it stopped everything for a sixth of the time.
  const free: Buffer[] = [];
  for (let offset = 0, number = 1; offset < size || number === 1; offset += length, number++) {
    const buffer = free.pop() ?? Buffer.allocUnsafe(length);
    const bytes = buffer.subarray(0, Math.min(length, size - offset));
    const part = await readPart(source, offset, bytes, number, onChunk);
    yield { ...part, release: () => free.push(buffer) };
  }
}

/**
 * Reads the bytes of a part and hashes them on the way, so that the event loop stays free.
 * @param bytes are filled
 * @param number of the part, from 1
 */
export async function readPart(
  source: FileHandle,
  offset: number,
  bytes: Buffer,
  number: number,
  onChunk: (chunk: Buffer) => void = () => {},
): Promise<MultipartPart> {
  const md5 = createHash('md5');
  const sha256 = createHash('sha256');
  for (let read = 0; read < bytes.length; ) {
    const wanted = Math.min(CHUNK_BYTES, bytes.length - read);
    const { bytesRead } = await source.read(bytes, read, wanted, offset + read);
    if (bytesRead === 0) throw new Error('the file became shorter while it was stored');
    const chunk = bytes.subarray(read, read + bytesRead);
    md5.update(chunk);
    sha256.update(chunk);
    onChunk(chunk);
    read += bytesRead;
  }
  return { number, bytes, md5: md5.digest(), sha256: sha256.digest('hex') };
}
