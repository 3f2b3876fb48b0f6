import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'basic-ftp';
import { ConversionError } from '../../task/errors.ts';
import { startTimeLimit } from '../../util/time-limit.ts';
import type { FetchedFile } from '../fetch/fetch.ts';
import { DEFAULT_FETCH_LIMITS, tooLarge } from '../fetch/fetch-limits.ts';
import type { CloudFetchOptions } from './contract.ts';
import { CloudError, type CloudSubject } from './errors.ts';
import { type FtpServer, withFtp } from './ftp-connection.ts';

/** What has arrived so far. */
interface Arrived {
  readonly handle: FileHandle;
  bytes: number;
  md5: Hash;
}

/** See `CloudFile.fetch`. A broken transfer starts again, because FTP cannot tell whether the file is still the same. */
export async function fetchByFtp(
  server: FtpServer,
  remote: string,
  path: string,
  options: CloudFetchOptions,
  subject: CloudSubject,
): Promise<FetchedFile> {
  const limits = { ...DEFAULT_FETCH_LIMITS, ...options.limits };
  // Opened before the timer starts, which nothing would clear if this failed.
  const handle = await open(path, 'wx', 0o600);
  const limit = startTimeLimit(limits.totalMs, options.signal);
  const { signal } = limit;
  const network = {
    guard: options.guard,
    signal,
    idleMs: limits.idleMs,
    ...(options.resolve && { resolve: options.resolve }),
  };
  const arrived: Arrived = { handle, bytes: 0, md5: createHash('md5') };
  const transfer = async (client: Client) => {
    // Not every server knows the command.
    const size = await client.size(remote).catch(() => null);
    if (size !== null && size > limits.maxBytes) throw tooLarge(subject.label, limits.maxBytes);
    await handle.truncate(0);
    arrived.bytes = 0;
    arrived.md5 = createHash('md5');
    await client.downloadTo(
      intoFile(arrived, limits.maxBytes, subject, (bytes) => options.onProgress?.(bytes, size)),
      remote,
    );
    if (size !== null && size !== arrived.bytes) {
      throw new CloudError('unavailable', subject, {
        reason: `The FTP server ended ${subject.label} before its last byte.`,
      });
    }
  };
  try {
    for (let attempt = 0; ; attempt++) {
      try {
        await withFtp(server, network, subject, transfer);
        break;
      } catch (error) {
        signal.throwIfAborted();
        const mayPass = error instanceof CloudError && (error.fault === 'unavailable' || error.fault === 'timeout');
        if (!mayPass || attempt >= limits.retries) throw error;
        await sleep(limits.firstPauseMs * 2 ** attempt, undefined, { signal });
      }
    }
    return { size: arrived.bytes, checksum: arrived.md5.digest('hex'), filename: remote.split('/').at(-1) ?? null };
  } catch (error) {
    await rm(path, { force: true });
    options.signal.throwIfAborted();
    if (limit.over)
      throw new CloudError('timeout', subject, {
        reason: `${subject.label} did not arrive in time from the FTP server.`,
      });
    throw error;
  } finally {
    limit.end();
    await handle.close();
  }
}

/** Writes and hashes the file; throws `input_too_large` beyond the limit. */
function intoFile(
  arrived: Arrived,
  maxBytes: number,
  subject: CloudSubject,
  onProgress: (bytes: number) => void,
): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (arrived.bytes + chunk.length > maxBytes) {
        done(tooLarge(subject.label, maxBytes));
        return;
      }
      writeAll(arrived, chunk).then(
        () => {
          onProgress(arrived.bytes);
          done();
        },
        (error: NodeJS.ErrnoException) => done(writeError(error)),
      );
    },
  });
}

async function writeAll(arrived: Arrived, chunk: Buffer): Promise<void> {
  for (let done = 0; done < chunk.length; ) {
    const { bytesWritten } = await arrived.handle.write(chunk, done, chunk.length - done, arrived.bytes);
    arrived.md5.update(chunk.subarray(done, done + bytesWritten));
    done += bytesWritten;
    arrived.bytes += bytesWritten;
  }
}

const writeError = (cause: NodeJS.ErrnoException): Error =>
  cause.code === 'ENOSPC' || cause.code === 'EDQUOT'
    ? new ConversionError('disk_full', 'There is no space left to store the input.', { cause })
    : cause;
