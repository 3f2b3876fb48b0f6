import { ConversionError } from '../../task/errors.ts';
import { pluralize } from '../../util/pluralize.ts';

/** In a file of its own, so that a local file does not load an HTTP client. */
export interface FetchLimits {
  /** Largest file, bytes. For a compressed response this limits both the bytes sent and the decoded bytes. */
  readonly maxBytes?: number;
  /** Name lookup, TCP and TLS of one connection, milliseconds. */
  readonly connectMs?: number;
  /** Longest wait for the response to start and between two parts of it, milliseconds. */
  readonly idleMs?: number;
  /** All attempts and pauses together, milliseconds. */
  readonly totalMs?: number;
  /** Further attempts after the first. Bytes that arrived are kept if the server can resume. */
  readonly retries?: number;
  /** Pause before the second attempt, milliseconds; it doubles with each further one, up to 10 s. */
  readonly firstPauseMs?: number;
  /** Longest pause that a server may ask for (Retry-After), milliseconds. If it asks for more, there is no further attempt. */
  readonly maxRetryAfterMs?: number;
  readonly redirects?: number;
}

/** Default for each limit that is not set. */
export const DEFAULT_FETCH_LIMITS: Required<FetchLimits> = {
  maxBytes: 16 * 1024 ** 3,
  connectMs: 10_000,
  idleMs: 30_000,
  totalMs: 20 * 60_000,
  retries: 4,
  firstPauseMs: 500,
  maxRetryAfterMs: 60_000,
  redirects: 5,
};

/** @param maxBytes the limit that was exceeded */
export function tooLarge(source: string, maxBytes: number): ConversionError {
  const limit = maxBytes >= 1024 ** 2 ? `${Math.round(maxBytes / 1024 ** 2)} MiB` : pluralize(maxBytes, 'byte');
  const message = `${source} is larger than the limit of ${limit}.`;
  return new ConversionError('input_too_large', message, { details: { max_bytes: maxBytes } });
}
