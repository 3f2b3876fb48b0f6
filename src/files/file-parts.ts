import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';

/** Largest file that is sent as one request, and the least size of a part of a larger one, bytes. S3 requires 5 MiB or more. */
export const PART_BYTES = 8 * 1024 ** 2;

/** Limit of S3, https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html; Azure's is 50,000. */
export const MAX_PARTS = 10_000;

/** Bytes read and hashed at once; takes about a millisecond, so the event loop stays free. */
const CHUNK_BYTES = 256 * 1024;

/** Source of a file's bytes, such as an open file. It is read from beginning to end. */
export interface PartSource {
  /** Reads up to `length` bytes of the file from `position` into the buffer at `offset`; 0: there are no more. */
  read(buffer: Buffer, offset: number, length: number, position: number): Promise<{ readonly bytesRead: number }>;
}

/** A part of a file and its digests. */
export interface PartBytes {
  /** From 1. */
  readonly number: number;
  readonly bytes: Buffer;
  readonly md5: Buffer;
  /** In hexadecimal digits. */
  readonly sha256: string;
}

export interface Part extends PartBytes {
  /** Call this when `bytes` is no longer needed: the next part is read into the same memory. */
  release(): void;
}

/** Returns the bytes of each part of a file of that size. Above 80 GiB parts grow with the file, because their number cannot. */
export function partSize(size: number): number {
  return Math.max(PART_BYTES, Math.ceil(size / MAX_PARTS));
}

/** Yields the file's parts in order; each is read when it is requested. An empty file is one empty part. */
export async function* readParts(
  source: PartSource,
  size: number,
  onChunk: (chunk: Buffer) => void = () => {},
): AsyncGenerator<Part> {
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
 * Reads the bytes of a part and hashes them meanwhile, so that the event loop stays free.
 * @param bytes buffer to fill
 * @param number number of the part, from 1
 */
export async function readPart(
  source: PartSource,
  offset: number,
  bytes: Buffer,
  number: number,
  onChunk: (chunk: Buffer) => void = () => {},
): Promise<PartBytes> {
  const md5 = createHash('md5');
  const sha256 = createHash('sha256');
  for (let read = 0; read < bytes.length; ) {
    const wanted = Math.min(CHUNK_BYTES, bytes.length - read);
    const { bytesRead } = await source.read(bytes, read, wanted, offset + read);
    if (bytesRead === 0) throw new Error('the file was truncated while it was being stored');
    const chunk = bytes.subarray(read, read + bytesRead);
    md5.update(chunk);
    sha256.update(chunk);
    onChunk(chunk);
    read += bytesRead;
  }
  return { number, bytes, md5: md5.digest(), sha256: sha256.digest('hex') };
}

/** Returns a stream as the source of parts. Throws the stream's errors. */
export function partsOfStream(stream: Readable): PartSource {
  const chunks = stream[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  return {
    async read(buffer, offset, length) {
      while (rest.length === 0) {
        const next = await chunks.next();
        if (next.done === true) return { bytesRead: 0 };
        rest = next.value as Buffer;
      }
      const bytesRead = rest.copy(buffer, offset, 0, Math.min(length, rest.length));
      rest = rest.subarray(bytesRead);
      return { bytesRead };
    },
  };
}
