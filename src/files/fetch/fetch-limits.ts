import { ConversionError } from '../../task/errors.ts';
import { pluralize } from '../../util/pluralize.ts';

/** Apart from what downloads, so that a local file does not pay for loading an HTTP client. */
export interface FetchLimits {
  /** Largest file, bytes; of a compressed answer both what is sent and what it decodes to. */
  readonly maxBytes?: number;
  /** Name lookup, TCP and TLS of one connection, milliseconds. */
  readonly connectMs?: number;
  /** Longest wait for the answer to start and between two parts of it, milliseconds. */
  readonly idleMs?: number;
  /** All attempts and pauses together, milliseconds. */
  readonly totalMs?: number;
  /** Further attempts after the first; what arrived is kept where the server can resume. */
  readonly retries?: number;
  /** Pause before the second attempt, milliseconds; it doubles with each further one, up to 10 s. */
  readonly firstPauseMs?: number;
  /** Longest pause that a server may ask for (Retry-After), milliseconds; one that asks for more gets no further attempt. */
  readonly maxRetryAfterMs?: number;
  readonly redirects?: number;
}

/** Used for each limit that is not given. */
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

/** @param maxBytes the limit it exceeds */
export function tooLarge(source: string, maxBytes: number): ConversionError {
  const limit = maxBytes >= 1024 ** 2 ? `${Math.round(maxBytes / 1024 ** 2)} MiB` : pluralize(maxBytes, 'byte');
  const message = `${source} is larger than the limit of ${limit}.`;
  return new ConversionError('input_too_large', message, { details: { max_bytes: maxBytes } });
}
