import { readFileSync } from 'node:fs';
import { type AlgorithmName, loadMethod } from './algorithms.ts';
import { createHmac } from './digester.ts';
import { readAhead } from './read-ahead.ts';

/** Bytes per read. */
export const CHUNK_BYTES = 1_048_576;

export interface DigestFileOptions {
  /** Secret of HMAC. Omitted: the plain digest. */
  readonly hmacKey?: Uint8Array;
  /** Called after every chunk with the bytes processed so far. */
  readonly onProgress?: (bytes: number) => void;
  readonly signal?: AbortSignal;
  readonly chunkBytes?: number;
  /**
   * Whether it is read synchronously, in the calling thread: other threads take several times as long for a small file, and a process of
   * one job has nothing else to do. Default false.
   */
  readonly isSmall?: boolean;
}

/**
 * Returns the digest of a file in lower-case hex, as PHP's hash_file() and hash_hmac_file() write it. Streams in constant memory. Throws
 * the file system's error if the file cannot be read, and the reason of `signal` when it aborts.
 */
export async function digestFile(
  path: string,
  algorithm: AlgorithmName,
  options: DigestFileOptions = {},
): Promise<string> {
  const method = await loadMethod(algorithm);
  const digester = options.hmacKey ? createHmac(method, options.hmacKey) : method.create();
  if (options.isSmall === true) {
    const bytes = readFileSync(path);
    digester.update(bytes);
    options.onProgress?.(bytes.length);
    return Buffer.from(digester.digest()).toString('hex');
  }
  const size = options.chunkBytes ?? CHUNK_BYTES;
  const [first, second] = digester.buffers?.(2, size) ?? [];
  await readAhead(
    path,
    [first ?? new Uint8Array(size), second ?? new Uint8Array(size)],
    (bytes, before) => {
      digester.update(bytes);
      options.onProgress?.(before + bytes.length);
    },
    options.signal,
  );
  return Buffer.from(digester.digest()).toString('hex');
}
