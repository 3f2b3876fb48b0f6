import { createHash } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent } from 'undici';
import { ConversionError } from '../../task/errors.ts';
import { startTimeLimit } from '../../util/time-limit.ts';
import type { AddressGuard } from './address-guard.ts';
import { attemptDownload, type Download } from './fetch-attempt.ts';
import { classifyFailure } from './fetch-errors.ts';
import { DEFAULT_FETCH_LIMITS, type FetchLimits } from './fetch-limits.ts';
import { guardedConnector, type Resolver } from './guarded-connector.ts';
import { describeUrl } from './http-request.ts';

export interface FetchOptions {
  readonly guard: AddressGuard;
  readonly signal: AbortSignal;
  readonly limits?: FetchLimits;
  /** Called with the bytes so far and, if the server reports it, the total. Both go back if a download starts over. */
  readonly onProgress?: (bytes: number, total: number | null) => void;
  /** Value of the header `authorization` for the origin of the URL, instead of a user name and password in the URL. */
  readonly authorization?: string;
  /** Replaces the system's name lookup. */
  readonly resolve?: Resolver;
}

export interface FetchedFile {
  /** Bytes. */
  readonly size: number;
  /** MD5, 32 lower-case hex digits, computed while the file is written. */
  readonly checksum: string;
  /** Name from the server or the URL, not yet safe; null if neither has one. */
  readonly filename: string | null;
}

const LONGEST_PAUSE_MS = 10_000;

/**
 * Downloads an http or https URL into a new file as a stream. A cut connection is resumed if the server has a strong validator (RFC 9110
 * 13.1.5), else the download starts over. 5xx, 408, 425, 429 and network errors are retried after a pause.
 * @param path file to create; it must not exist, and is removed on failure
 * @throws ConversionError `input_not_found`, `input_download_rejected`, `input_redirect_refused`, `input_download_failed`,
 *   `input_download_timeout`, `input_too_large`, `input_address_refused`, `disk_full`; the signal's reason if it was aborted
 */
export async function fetchToFile(source: URL, path: string, options: FetchOptions): Promise<FetchedFile> {
  const { guard, resolve, onProgress, authorization } = options;
  options.signal.throwIfAborted();
  const limits: Required<FetchLimits> = { ...DEFAULT_FETCH_LIMITS, ...options.limits };
  // Opened before the timer and the connections, which nothing would end if this failed.
  const handle = await open(path, 'wx', 0o600);
  const limit = startTimeLimit(limits.totalMs, options.signal);
  const { signal } = limit;
  const agent = new Agent({
    connect: guardedConnector({ guard, timeoutMs: limits.connectMs, ...(resolve && { resolve }) }),
    allowH2: false,
    headersTimeout: limits.idleMs,
    bodyTimeout: limits.idleMs,
  });
  const download: Download = { handle, offset: 0, validator: null, filename: null, md5: createHash('md5') };
  try {
    for (let attempt = 0; ; attempt++) {
      try {
        await attemptDownload(source, download, {
          agent,
          signal,
          limits,
          ...(onProgress && { onProgress }),
          ...(authorization !== undefined && { authorization }),
        });
        return { size: download.offset, checksum: download.md5.digest('hex'), filename: download.filename };
      } catch (thrown) {
        signal.throwIfAborted();
        await pauseOrThrow(thrown, { source, attempt, limits, signal });
      }
    }
  } catch (thrown) {
    await rm(path, { force: true });
    options.signal.throwIfAborted();
    throw limit.over ? totalTimeout(source, limits) : thrown;
  } finally {
    limit.end();
    await handle.close();
    await agent.destroy();
  }
}

interface FailedAttempt {
  readonly source: URL;
  /** Number of the attempt, from 0. */
  readonly attempt: number;
  readonly limits: Required<FetchLimits>;
  readonly signal: AbortSignal;
}

/** Waits before the next attempt, or throws if there is none. */
async function pauseOrThrow(thrown: unknown, { source, attempt, limits, signal }: FailedAttempt): Promise<void> {
  const { error, retry, retryAfterMs } = classifyFailure(thrown, describeUrl(source));
  if (!retry || attempt >= limits.retries || (retryAfterMs ?? 0) > limits.maxRetryAfterMs) throw error;
  const backoff = Math.min(limits.firstPauseMs * 2 ** attempt, LONGEST_PAUSE_MS);
  // Half of the pause is random, so that many workers do not return to a failed server at once.
  await sleep(retryAfterMs ?? backoff * (0.5 + Math.random() / 2), undefined, { signal });
}

function totalTimeout(source: URL, { totalMs }: Required<FetchLimits>): ConversionError {
  const seconds = Math.round(totalMs / 1000);
  return new ConversionError('input_download_timeout', `${describeUrl(source)} did not arrive within ${seconds} s.`, {
    details: { limit_seconds: seconds },
  });
}
