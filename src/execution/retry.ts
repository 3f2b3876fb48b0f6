import { classifyFailure } from './failure.ts';

/** Pauses between tries, ms. */
export interface Backoff {
  readonly firstMs: number;
  readonly mostMs: number;
}

const BACKOFF: Backoff = { firstMs: 200, mostMs: 5000 };

/**
 * Returns a pause with full jitter: anything between nothing and a limit that doubles with each try, so that callers that failed together
 * do not return together.
 * @param tries number of failed tries, from 1
 */
export function backoffMs(tries: number, { firstMs, mostMs }: Backoff = BACKOFF, random = Math.random): number {
  return random() * Math.min(mostMs, firstMs * 2 ** Math.min(tries - 1, 30));
}

export interface RetryOptions {
  /** Ends the tries and the pause between two of them. It does not abort a running try, which needs its own deadline. */
  readonly signal: AbortSignal;
  readonly backoff?: Backoff;
  /** Called for each failure that is tried again. */
  readonly onRetry?: (error: unknown, tries: number) => void;
}

/**
 * Calls `work` until it succeeds, as long as its failures are not a `reject` and the signal is not aborted.
 * @throws the last error of `work`: a `reject`, or the last failure before the signal
 */
export async function retry<T>(work: () => Promise<T>, { signal, backoff, onRetry }: RetryOptions): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (signal.aborted || classifyFailure(error) === 'reject') throw error;
      onRetry?.(error, tries);
      await pause(backoffMs(tries, backoff), signal);
      if (signal.aborted) throw error;
    }
  }
}

/** Resolves after the time, or when the signal is aborted. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = () => {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
    resolve();
  };
  const timer = setTimeout(end, ms);
  signal.addEventListener('abort', end);
  return promise;
}
